% Half widths that a division made are scalars; where they are whole, the loop's places are those of ints, whatever they were before.
function y = filtered(x : mat'circular, h : mat)
    y = zeros(size(x))
    r = (size(h,0)-1)/2
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s = 0.0
            for m=-r..r
                for n=-r..r
                    s += h[m+r,n+r]*x[i+m,j+n]
                end
            end
            y[i,j] = s
        end
    end
end
function y = shifted(x : mat, r)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            ii = i - r
            jj = min(j + 2*r, size(x,1)-1)
            if ii >= 0 && ii < size(x,0)
                y[i,j] = x[ii,jj]
            end
        end
    end
end
% Here something else is computed from r too: it stays a scalar, and so does k, which is used after the loop.
function [y, k] = scaled(x : vec, r)
    y = zeros(numel(x))
    k = 0.5
    for i=0..numel(x)-1
        if i >= r
            k = i - r
            y[i] = x[k]*r/4
        end
    end
end
x = reshape(0..59, [6,10])*1.0
for n = [3, 5, 1]
    h = reshape(1..n*n, [n,n])
    y = filtered(x, h)
    print y[0,0], " ", y[2,3], " ", y[5,9]
end
% expect: 666 1221 1221
% expect: 7000 10025 7975
% expect: 0 23 59
print sum(shifted(x, 6/3)), " ", sum(shifted(x, 1.0)), " ", sum(shifted(x, 0.0))
% expect: 900 1310 1770
v = [1.0,2,3,4,5,6]
[y, k] = scaled(v, 4/2)
print y, " ", k/2
% expect: [0,0,0.5,1,1.5,2] 1.5
try
    print shifted(x, 3/2)
catch e
    print e
end
% expect: an index of 'x' is not whole
print shifted(x, 2.0)[2,0]
% expect: 4
for big = [1e30, inf]
    print sum(shifted(x, -big))
end
% expect: 0
% expect: 0
