% Conjugate gradients for A x = b, where A is only a function: the second difference in two dimensions (Poisson's equation).
function y = laplacian(x : mat'safe)
    y = uninit(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = 4*x[i,j] - x[i-1,j] - x[i+1,j] - x[i,j-1] - x[i,j+1]
        end
    end
end

function [x, steps] = solve_cg(apply, b : mat, tolerance : scalar, most : int = 1000)
    x = zeros(size(b))
    r = copy(b)
    p = copy(b)
    rr = sum(r.*r)
    limit = tolerance^2*rr
    steps = 0
    while rr > limit && steps < most
        q = apply(p)
        alpha = rr/sum(p.*q)
        x += alpha*p
        r -= alpha*q
        before = rr
        rr = sum(r.*r)
        p = r + (rr/before)*p
        steps += 1
    end
end

n = 63
b = zeros(n, n)
b[15,15] = 1
b[47,40] = -1
[x, steps] = solve_cg(laplacian, b, 1e-5)
left = b - laplacian(x)
print steps < 200 ? "converged" : "did not converge"
printf("largest %.4f, smallest %.4f\n", max(x), min(x))
printf("residual below 1e-4: %d\n", max(abs(left)) < 1e-4)
% expect: converged
% expect: largest 0.7293, smallest -0.7499
% expect: residual below 1e-4: 1
