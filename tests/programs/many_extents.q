% A loop that is met with many extents, small ones and large ones: after a while its code is made for none of them.
function y = windows(c : cube, taps : int)
    n = size(c,1) - taps + 1
    y = zeros(size(c,0), n, size(c,2))
    for i = 0..size(c,0)-1
        for t = 0..n-1
            for k = 0..size(c,2)-1
                total = 0.0
                for m = 0..taps-1
                    total += (m+1)*c[i, t+m, k]
                end
                y[i,t,k] = total
            end
        end
    end
end
% expect: 0
worst = 0.0
for shape = 0..11
    [a, n, b] = [1 + mod(shape,4), 8 + 3*shape, 1 + int(shape/3)]
    taps = 2 + mod(shape,3)
    c = zeros(a, n, b)
    for i = 0..a-1
        for j = 0..n-1
            for k = 0..b-1
                c[i,j,k] = mod(7*i + j*j + 3*k, 11)
            end
        end
    end
    y = windows(c, taps)
    expected = zeros(size(y))
    for m = 0..taps-1
        expected += (m+1)*c[:, m..m+size(y,1)-1, :]
    end
    worst = max(worst, max(abs(y - expected)))
end
print worst
