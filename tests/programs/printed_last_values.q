% Two last matches one after the other; the second loop stays as it is when the program is printed with its kernels.
function [a, b] = f(x : vec[int], h : vec[int], n : int)
    a = 0
    b = 0
    for i=0..n-1
        if x[i] > 0
            a = i
        end
    end
    for i=0..n-1
        if x[i] < 0
            b = i
        end
        h[max(i-1, 0)] += 1
    end
end
x = vec[int](40)
for i=0..39
    x[i] = 20 - i
end
x[39] = 5
x[38] = 0
h = vec[int](40)
[a, b] = f(x, h, 40)
print a, " ", b, " ", h[0], " ", h[1]
% expect: 39 37 2 1
