% Once a truth value is decided nothing more of it is read: no index behind it fails, though the loop is a reduction; a float sum
% beside it has the bits of its tree, and what the loop overwrites is right.
b = [0,1,0]
c = false
for k=0..9
    c = c || b[k] > 0
end
print c
% expect: 1
d = true
for k=0..9
    d = d && b[k] > 0
end
print d
% expect: 0

x = zeros(20000)
{!serial for}
for k=0..19999
    x[k] = 1/(k+1)
end
s = 0.0
for k=0..19999
    s += x[k]
end
function [any, sum, y] = beside(x, b)
    y = copy(x)
    any = false
    sum = 0.0
    for k=0..numel(x)-1
        any = any || (b[k] > 0 && y[k] > 0)
        sum += x[k]
        y[k] = y[k] - 1
    end
end
[any, sum, y] = beside(x, b)
print any, " ", sum == s, " ", y[0], " ", y[3], " ", y[1]
% expect: 1 1 0 -0.75 -0.5
% loop 30: reduction || any, + sum

function e = never(b)
    e = false
    for k=0..9
        e = e || b[k] > 5
    end
end
print never(b)
% error Q0401 at 44:20
