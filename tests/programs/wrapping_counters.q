% Counters that start again at a bound: in closed form where they are below it, otherwise in order.
function [y, last] = around(x : vec, n : int, m : int, k : int)
    y = zeros(m)
    for i=0..m-1
        y[i] = x[k]
        k += 1
        if k == n
            k = 0
        end
    end
    last = k
end
x = [3.0,1,4,1,5,9,2]
[y, k] = around(x, 5, 12, 2)
print y, " ", k
% expect: [4,1,5,3,1,4,1,5,3,1,4,1] 4
[y, k] = around(x, 3, 3, 4)
print y, " ", k
% expect: [5,9,2] 7
[y, k] = around(x, 1, 4, 0)
print y, " ", k
% expect: [3,3,3,3] 0
h = zeros(4)
k = 3
for i=0..9
    h[k] += i
    k = periodize(k-1, 4)
end
% loop 25: bins + h[k]
print h, " ", k
% expect: [10,8,15,12] 1
