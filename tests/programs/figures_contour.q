% Lines of equal height.
z = zeros(20, 30)
for m = 0..19
    for n = 0..29
        z[m,n] = (m - 10)^2 + (n - 15)^2
    end
end
f = contour(z)
g = contour(z, 4)
h = contour(linspace(-1, 1, 30), linspace(-1, 1, 20), z, [25, 100])
print h.number
% expect: 3
contour([[0, 1], [1, 0]], [0.5])
contour(ones(4, 4))
contour([[nan, 1, 2], [3, 4, 5]])
function [] = wrong(f)
    try
        f()
    catch e
        print e
    end
end
wrong(() -> contour([1, 2, 3]))
% expect: lines of equal height are drawn over a matrix of 2 x 2 elements or more
wrong(() -> contour(1..3, 1..3, ones(2, 3)))
% expect: the matrix is 2 x 3, and there are 3 values of x and 3 of y
