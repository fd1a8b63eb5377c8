% `mean(x)` is `sum(x)` over the number of elements, in all of its forms, to the bit: where the sum leaves the floats
% the mean does too.
function [] = __kernel__ means_of(x : mat, r : vec, pos : int)
    r[pos] = mean(x[pos,:])
end
function [] = agree(x, what)
    [rows, cols] = size(x)
    a = mean(x)
    s = 0.0
    for i=0..rows-1
        for j=0..cols-1
            s += x[i,j]
        end
    end
    print what, ": ", a == sum(x)/(rows*cols), a == s/(rows*cols), a == mean(x, "all")
    across = mean(x, 1)
    down = mean(x, 0)
    loop_down = zeros(cols)
    for j=0..cols-1
        t = 0.0
        for i=0..rows-1
            t += x[i,j]
        end
        loop_down[j] = t/rows
    end
    print sum(across != sum(x, 1)/cols), sum(down != sum(x, 0)/rows), sum(down[:] != loop_down)
    bad = 0
    for i=0..rows-1
        k = mod(i, cols)
        bad += (mean(x[i,:]) != across[i]) + (mean(x[i,0..k]) != sum(x[i,0..k])/(k+1))
        bad += mean(x[i,3..8]) != sum(x[i,3..8])/6
    end
    r = zeros(rows)
    parallel_do(rows, x, r, means_of)
    print bad, sum(r != across[:])
end
n = 300
x = zeros(n, 70)
{!interpreted for}
for i=0..n-1
    x[i,:] = sin(i + (0..69)*1.7)*10^mod(i, 5)
end
agree(x, "finite")
% expect: finite: 111
% expect: 000
% expect: 00
agree(abs(x)/max(abs(x))*3e38, "beyond")
% expect: beyond: 111
% expect: 000
% expect: 00
print mean([3e38, 3e38, 3e38]), " ", abs(mean([3e38, 3e38, 3e38]/4)*4/3e38 - 1) < 1e-6
% expect: inf 1

% Within (log2(n) + 4) u of the mean of the magnitudes, u = 2^-24: each element goes through so many additions at most.
for m = [1, 2, 3, 100, 2047, 2049, 8193, 100003, 1000003]
    y = zeros(m)
    z = vec[double](m)
    for i=0..m-1
        y[i] = sin(i*0.7)*10^mod(i, 6) + 1
        z[i] = y[i]
    end
    d = abs(mean(y) - mean(z))
    if d > (log2(m) + 4)*2^-24*mean(abs(z))
        print m, " ", d
    end
end
