% The heat equation on a square plate: explicit steps until the heat has spread. Its edge is kept at 0.
n = 65
steps = 500
dt = 0.2  % stable up to 0.25 with unit spacing
u = zeros(n, n)
next = zeros(n, n)
for i = 0..n-1
    for j = 0..n-1
        u[i,j] = sin(pi*i/(n-1))*sin(pi*j/(n-1))
    end
end
before = u[32,32]

for step = 1..steps
    for i = 1..n-2
        for j = 1..n-2
            next[i,j] = u[i,j] + dt*(u[i-1,j] + u[i+1,j] + u[i,j-1] + u[i,j+1] - 4*u[i,j])
        end
    end
    [u, next] = [next, u]
end

% This start keeps its shape and decays by a factor that is known for each step.
factor = (1 - 8*dt*sin(pi/(2*(n-1)))^2)^steps
printf("centre %.4f -> %.4f, exact %.4f\n", before, u[32,32], factor)
total = 0.0
for i = 0..n-1
    for j = 0..n-1
        total += u[i,j]
    end
end
printf("heat %.2f\n", total)
% expect: centre 1.0000 -> 0.6175, exact 0.6175
% expect: heat 1024.69
