% Work arrays that some iterations write: those that run the loop or take the branch around them. What stays is what the
% last one of these leaves, which is not the last iteration.
% loop 10: reduction + s
function [s, w] = falling(x, n, m, k)
    s = 0.0
    w = zeros(8)
    w[1] = 7
    w[7] = 9
    {!parallel for}
    for i=0..2..n-1
        for j=min(i,m)..m-1
            for q=0..k-1
                for t=0..min(m,5)
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
% loop 26: reduction + s
function [s, w] = branches(x, n, m)
    s = 0.5
    w = zeros(8)
    {!parallel for}
    for i=n-1..-1..0
        if i >= 3 && i < n-m
            for t=1..min(m,6)
                w[t] = x[i+t] + 100*i
                s += w[t]
            end
        else
            s += 1
        end
    end
end
% loop 42: reduction + s
function [s, w] = nested(x, n, m)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=0..m-1
            if 3*i+j < m
                for t=0..min(m,7)
                    w[t] = x[i+t] + 100*i + j
                    s += w[t]
                end
            end
        end
    end
end
% loop 57: partial max y[i]
function [y, w] = rows(x, n, m)
    w = zeros(m,n)
    y = zeros(n)
    for i=0..n-1
        for j=0..m-1
            if j < i
                w[0,i] = x[i] + j
                w[1,i] = x[j]
                y[i] = max(y[i], w[0,i] - w[1,i])
            end
        end
    end
end
% loop 71: reduction + s
function [s, w] = elements(x, n, m)
    s = 0.0
    w = zeros(4)
    for i=0..n-1
        if i < m
            for t=0..3
                w[t] = x[i+t] + i
            end
            s += w[0]*w[3]
        end
    end
end
% as data say: in order
% loop 85: serial R011
function [s, w] = data(x, n, m)
    s = 0.0
    w = zeros(4)
    for i=0..n-1
        if x[i] > m/2
            for t=0..3
                w[t] = x[i+t] + i
            end
            s += w[0]*w[3]
        end
    end
end
% a loop that is empty at first, in a loop over fewer or more
% loop 100: reduction max s
function [s, w] = triangle(x, n, m)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=0..i-1
            for k=0..j-1
                for t=0..min(m,7)
                    w[t] = x[j+t] + 10*i + k
                    s = max(s, w[t])
                end
            end
        end
    end
end
x = zeros(400)
{!serial for}
for i=0..399
    x[i] = mod(i*7, 5)/4
end
% What is left, with extents under which all iterations write, some, or none. The numbers are those of loops in steps.
function total = weighed(s, w, total)
    total[0] += s
    for k=0..numel(w)-1
        total[1] += w[k]*(k+1)
    end
end
totals = zeros(7,2)
for n=[0,1,2,5,23,100]
    for m=[0,1,3,7,40]
        [s, w] = falling(x, n, m, 2)
        totals[0,:] = weighed(s, w, totals[0,:])
        [s, w] = branches(x, n, m)
        totals[1,:] = weighed(s, w, totals[1,:])
        [s, w] = nested(x, n, m)
        totals[2,:] = weighed(s, w, totals[2,:])
        [y, w] = rows(x, n, m+2)
        totals[3,:] = weighed(sum(y), reshape(w, [numel(w)]), totals[3,:])
        [s, w] = elements(x, n, m)
        totals[4,:] = weighed(s, w, totals[4,:])
        [s, w] = data(x, n, m)
        totals[5,:] = weighed(s, w, totals[5,:])
        [s, w] = triangle(x, n, m)
        totals[6,:] = weighed(s, w, totals[6,:])
    end
end
for k=0..6
    print totals[k,0], " ", totals[k,1]
end
[s, w] = falling(x, 40, 7, 2)
print s, " ", w
[s, w] = falling(x, 40, 0, 2)
print s, " ", w
[s, w] = branches(x, 40, 7)
print s, " ", w
[s, w] = nested(x, 40, 7)
print s, " ", w
[s, w] = elements(x, 40, 7)
print s, " ", w
% expect: 319616.5 7375
% expect: 5656169 31557.25
% expect: 2294580.8 141110
% expect: 5123.75 337730.5
% expect: 25752.625 1005
% expect: 414629.75 2548.75
% expect: 6857 117853.25
% expect: 1006.5 [17.5,18,17.25,17.75,17,17.5,0,9]
% expect: 0 [0,7,0,0,0,0,0,9]
% expect: 315100.5 [0,300.75,300,300.5,301,300.25,300.75,0]
% expect: 5065.5 [201,200.25,200.75,200,200.5,201,200.25,200.75]
% expect: 113.875 [6.5,7,6.25,6.75]
