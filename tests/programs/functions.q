% Functions, several outputs, defaults, recursion, lambdas, and functions called in loops.
function y = square(x)
    y = x*x
end
function [lo, hi] = bounds(x : vec)
    lo = inf
    hi = -inf
    for i=0..numel(x)-1
        lo = min(lo, x[i])
        hi = max(hi, x[i])
    end
end
function y = power(x, n : int = 3)
    y = 1
    for i=1..n
        y *= x
    end
end
function y = fib(n : int)
    if n < 2
        y = n
    else
        y = fib(n-1) + fib(n-2)
    end
end
[a, b] = bounds([3.0, -1.0, 2.0])
print a, " ", b
% expect: -1 3
print power(2), " ", power(2, 10), " ", fib(15)
% expect: 8 1024 610
offset = 10
f = (x) -> x + offset
print f(5)
% expect: 15
s = 0.0
for i=1..100
    s += square(i)
end
print s
% expect: 338350
