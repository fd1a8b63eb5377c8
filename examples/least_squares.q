% Least squares by gradient descent: each step walks the rows of the matrix once, for what a row misses (a sum over the
% row) and for the gradient (a sum over all rows). The iterations depend on each other, and yet the loop runs as two
% parallel ones: `qc --explain=run examples/least_squares.q` says so.
function gradient = slope(a : mat, x : vec, b : vec)
    gradient = zeros(size(a,1))
    miss = zeros(size(a,0))
    for i = 0..size(a,0)-1
        miss[i] = -b[i]
        for j = 0..size(a,1)-1
            miss[i] += a[i,j]*x[j]
        end
        for j = 0..size(a,1)-1
            gradient[j] += a[i,j]*miss[i]
        end
    end
end
n = 400
k = 120
a = zeros(n, k)
b = zeros(n)
for i = 0..n-1
    for j = 0..k-1
        a[i,j] = cos(i*j + 0.5*i)
    end
    b[i] = a[i,3] + 2*a[i,50] - a[i,100]
end
x = zeros(k)
for step = 1..60
    gradient = slope(a, x, b)
    x = x - 0.003*gradient
end
printf("x[3] %.2f, x[4] %.2f, x[50] %.2f, x[100] %.2f\n", x[3], x[4], x[50], x[100])
% expect: x[3] 1.00, x[4] 0.00, x[50] 2.00, x[100] -1.00
