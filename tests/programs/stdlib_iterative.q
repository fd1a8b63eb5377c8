% iterative.q: systems whose solutions were found by numpy.linalg.solve, and a Laplacian as a function.
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
A = [[4,1,0],[1,3,-1],[0,-1,2]]
[x, flag, res, iter] = pcg(A, [1, 2, 3])
print round(x*1e4), " ", flag, " ", iter, " ", res < 1e-6
[x, flag, res, iter] = pcg(A, transpose([1, 2, 3]), 1e-6, 1)
print size(x), " ", flag, " ", iter
[x, flag, res, iter] = pcg(A, [0, 0, 0])
print x, " ", flag, " ", res, " ", iter
[x, flag] = pcg([[1,2],[2,1]], [1, -1])
print flag
% -x'' = 1 between zeros, on n points: x[i] = (i+1)(n-i)/2
function y : vec = laplacian(x : vec'safe)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = 2*x[i] - x[i-1] - x[i+1]
    end
end
n = 30
[x, flag] = pcg(laplacian, ones(n), 1e-5, 40)
print flag, " ", max(abs(x - ((0..n-1) + 1).*(n - (0..n-1))/2)) < 0.01
refuses(() -> pcg(ones(2,3), [1, 2]))
refuses(() -> pcg(ones(2,2), ones(2,2)))
% expect: [-1111,14444,22222] 0 3 1
% expect: [3,1] 1 1
% expect: [0,0,0] 0 0 0
% expect: 4
% expect: 0 1
% expect: pcg: a matrix of 2 x 3 for 2 elements; it is 2 x 2
% expect: pcg: b has 2 x 2 elements; it is one vector
