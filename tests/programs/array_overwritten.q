% Arrays of zeros that a loop writes whole are not cleared before; others are, whatever stood in their memory.
function x = used(n : int)   % memory that held other numbers before
    x = zeros(n, n)
    x[:,:] = 7
end
n = 1100
for round = 1..3
    x = used(n)
    x = 0
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = i - j
        end
    end
    z = zeros(n, n)
    for i = 0..n-1
        for j = 1..n-1
            z[i,j] = 1
        end
    end
    w = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            if mod(i + j, 2) == 0
                w[i,j] = 1
            end
        end
    end
    u = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            u[j,i] = u[j,i] + 1
        end
    end
    d = zeros(n, n)
    for i = 0..n-1
        d[i,i] = 1
    end
    b = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            if j > i
                break
            end
            b[i,j] = 1
        end
    end
    c = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            c[i,mod(j, 2)] = 1
        end
    end
    print sum(y), " ", sum(abs(y)), " ", sum(z), " ", sum(w), " ", sum(u), " ", sum(d), " ", sum(b), " ", sum(c)
end
% expect: 0 443666304 1208900 605000 1210000 1100 605550 2200
% expect: 0 443666304 1208900 605000 1210000 1100 605550 2200
% expect: 0 443666304 1208900 605000 1210000 1100 605550 2200

% After a failure what was not written is zero.
x = used(n)
x = 0
y = zeros(n, n)
k = ivec(n)
k[5] = 2000
try
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = 0*k[k[j]]
        end
    end
catch e
    print sum(y != 0)
end
% expect: 0
