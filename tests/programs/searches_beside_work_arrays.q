% A search that leaves its own loop says nothing of loops around it: what stands beside it is done in each iteration.
% loop 9: reduction + s
% loop 29: map
% loop 46: partial + total[j]
function [s, w] = forced(x : mat, n : int, m : int)
    s = 0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for p=m-1..-1..max(0, m-1-i)
            for j=0..7
                w[j] = x[p,j] + i
                s += w[j]
            end
            for j=0..7
                if x[i,j] > 5
                    break
                end
                s += x[p,j]
            end
        end
    end
end
% the place of the first large element, and the element behind it
function [y, z] = found(x : mat, n : int)
    y = zeros(n)
    z = zeros(n)
    t = zeros(8)
    for i=0..n-1
        k = 7
        for j=0..7
            if x[i,j] > 4
                k = j
                break
            end
        end
        for j=0..7
            t[j] = x[i,j] * (j + 1)
        end
        y[i] = k
        z[i] = t[min(k+1,7)]
    end
end
function total = columns(x : mat, n : int)
    total = zeros(8)
    for i=0..n-1
        for j=0..7
            total[j] += x[i,j]
        end
    end
end
x = zeros(40,8)
{!interpreted for}
for i=0..39
    {!interpreted for}
    for j=0..7
        x[i,j] = mod(i*37 + j*11, 13) - 4
    end
end
[s, w] = forced(x, 40, 9)
print s, " ", w
[s, w] = forced(x, 40, 0)
print s, " ", w
[y, z] = found(x, 40)
print sum(y), " ", sum(z), " ", y[0..9], " ", z[0..9]
print columns(x, 40)
% expect: 63427 [35,46,44,42,40,38,36,47]
% expect: 0 [0,0,0,0,0,0,0,0]
% expect: 76 822 [1,0,0,4,3,2,1,0,0,5] [15,10,6,36,30,24,18,12,8,35]
% expect: [74,85,83,81,79,77,75,86]
