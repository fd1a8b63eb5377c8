% Loops whose iterations each go along rows of a matrix: the inner loops are rows of memory for one thread, of the same length or not,
% under conditions, with values of their own, and where an iteration needs the one before. Several inner loops have one name.
% Expected numbers: NumPy, with the loops written out.
function s = weighted(x : mat)
    s = 0.0
    for i=0..numel(x)-1
        s += x[i]*(mod(i,7) + 1)
    end
end
function x = filled(h : int, w : int, a : int)
    x = zeros(h,w)
    for i=0..h-1
        for j=0..w-1
            x[i,j] = mod(a*i + 3*j, 11) - 4
        end
    end
end

function c = product(a : mat, b : mat, beta : scalar)
    c = ones(size(a,0), size(b,1))
    for i=0..size(a,0)-1
        for j=0..size(b,1)-1
            c[i,j] *= beta
        end
        for k=0..size(a,1)-1
            for j=0..size(b,1)-1
                c[i,j] += 2*a[i,k]*b[k,j]
            end
        end
    end
end
function c = lower(a : mat, b : mat, beta : scalar)
    n = size(a,0)
    c = ones(n,n)
    for i=0..n-1
        for j=0..i
            c[i,j] *= beta
        end
        for k=0..size(a,1)-1
            for j=0..i
                c[i,j] += a[i,k]*a[j,k] + b[k,j]
            end
        end
    end
end
% With values of the iteration, a condition, and a row that is read one place on.
function y = marked(x : mat, t : int)
    [h, w] = size(x)
    y = zeros(h,w)
    for i=0..h-1
        m = x[i,0]
        for k=1..3
            for j=0..w-2
                d = x[i,j+1] - m
                if d > t
                    y[i,j] += d*k
                else
                    e = d*d
                    y[i,j] -= e
                end
            end
        end
        y[i,w-1] = m
    end
end
% Each element needs the one to its left, a number goes along the row, and a place depends on data.
function y = running(x : mat)
    [h, w] = size(x)
    y = zeros(h,w)
    for i=0..h-1
        y[i,0] = x[i,0]
        for j=1..w-1
            y[i,j] = mod(y[i,j-1]*3 + x[i,j], 17)
        end
        s = 0.0
        for k=0..1
            for j=0..w-1
                s += x[i,j]
                y[i,j] += s*k
            end
        end
        for j=0..w-1
            y[i,mod(int(x[i,j]) + 4, w)] += 1
        end
    end
end
for n = [1, 5, 64, 129]
    a = filled(n, 7, 2)
    b = filled(7, 33, 5)
    print weighted(product(a, b, 3)), " ", weighted(lower(a, filled(7, n, 1), 2)), " ", weighted(marked(filled(n, 19, 3), 1)), " ", weighted(running(filled(n, 40, 6)))
end
% expect: 1235 59 2323 7738
% expect: 11950 2032 -1755 51027
% expect: 143941 148129 -90452 681871
% expect: 290463 585937 -186217 1374961
