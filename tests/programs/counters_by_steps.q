% Counters of loops whose steps are not one: their closed form divides by the step, and code counts the iterations.
% expect: 1 0
% expect: 0 0
% expect: 4 1 1
% expect: 4 1 1
% expect: 1 0
% expect: 0 0
% expect: 4 2 2
% expect: 2 0 0
% expect: 2 3
% expect: 1 2
% expect: 6 3 4
% expect: 2 0 0
% expect: 3 9
% expect: 2 7
% expect: 10 7 16
% expect: 2 0 0
% expect: 11 165
% expect: 10 155
% expect: 34 31 256
% expect: 2 0 0
% expect: 22 693
% expect: 21 672
% expect: 66 64 1056
% expect: 2 0 0
% expect: 86 10965
% expect: 85 10880
% expect: 260 257 16641
% expect: 2 0 0
% expect: 0.9554901 440.67456
% expect: 1.0605469 86.40967
% expect: -0.056640625 -0.0390625 74.43359
% expect: -1.1035156 -1.1035156 745.93945
% expect: 787.125
function [] = packed(y : vec, x : vec, lo : int, hi : int)
    k = 0
    for i = lo..3..hi
        y[k] = x[i]
        k += 1
    end
    print k, " ", sum(y)
end
function [] = downwards(y : vec, x : vec, lo : int, hi : int)
    k = 2
    for i = hi..-2..lo
        y[k] = x[i]
        k += 2
    end
    print k, " ", y[2], " ", sum(y)
end
function [] = halves(x : vec, n : int)
    last = 0
    left = n
    while left > 1
        first = last
        last += left
        left = int(left/2)
        i = last
        for k = first+1..2..last-1
            x[i] = x[k] - 0.5*x[k-1] - 0.25*x[k+1]
            i += 1
        end
    end
    print x[last-1], " ", sum(x)
end
function [] = banded(n : int, x : vec, y : vec)
    step = int((n-7)/2)
    for k = 6..step..n-1
        l = k - 6
        t = x[k-1]
        for j = 4..5..n-1
            t -= x[l]*y[j]
            l += 1
        end
        x[k-1] = y[4]*t
    end
    print x[5], " ", x[n-2], " ", sum(x)
end
function [] = rows(z : mat, x : vec)
    for r = 1..size(z,0)-1
        k = 0
        for j = 0..2..size(z,1)-1
            z[r,j] = z[r-1,k] + x[k]
            k += 1
        end
        q = r
        s = 0.0
        for j = r..2..size(z,1)-1
            s += z[r,j]*x[q]
            q -= 1
            q += 2
        end
        z[r,0] += s
    end
    print sum(z)
end
for n = [1,2,3,7,31,64,257]
    packed(zeros(n+1), 0..n, 0, n)
    packed(zeros(n+1), 0..n, min(2,n), n-1)
    downwards(zeros(2*n+9), 0..n, 1, n)
    downwards(zeros(2*n+9), 0..n, n, 1)
end
halves(mod(7*(0..511), 13)*0.25, 256)
halves(mod(7*(0..99), 13)*0.25, 50)
banded(101, mod(5*(0..201), 7)*0.125, mod(3*(0..100), 5)*0.0625)
banded(1001, mod(5*(0..2001), 7)*0.125, mod(3*(0..1000), 5)*0.0625)
z = zeros(12, 90)
rows(z, mod(0..89, 8)*0.125)
