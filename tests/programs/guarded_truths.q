% c = c || f(x[i]) of a function with loops: a reduction that computes all, where nothing can fail; else in order as it is written.
function y = level(a)
    y = 0
    for k=0..3
        y += a*k
    end
end
function y = halved(a)
    y = a
    while y != 1
        y = mod(y,2) == 0 ? y/2 : y+1
    end
end
x = zeros(5000)
for i=0..4999
    x[i] = mod(i*37,101)
end
function [above, all] = levels(x, limit)
    above = false
    all = true
    {!parallel for}
    for i=0..numel(x)-1
        above = above || level(x[i]) > limit
        all = all && level(x[i]) <= limit
    end
end
% loop 22: reduction || above, && all
[above, all] = levels(x, 599)
print above, " ", all
% expect: 1 0
[above, all] = levels(x, 600)
print above, " ", all
% expect: 0 1

% Behind the iteration that decides the function would read outside, divide by zero and not end.
places = [3,1,900]
f = false
for i=0..2
    if !f
        a = x[places[i]]
        f = a > 100
    end
end
print f
% expect: 0
x = x[0..9]
places = [1,3,900]
function f = reads(x, places)
    f = false
    for i=0..2
        if !f
            a = x[places[i]]
            f = a > 5
        end
    end
end
print reads(x, places)
% expect: 1
numbers = [8,4,0]
function f = ends(numbers)
    f = false
    for i=0..2
        f = f || halved(numbers[i]) == 1
    end
end
% loop 62: reduction || f
print ends(numbers)
% expect: 1
divisors = [int(3),0,5]
function f = divides(divisors)
    f = false
    for i=0..2
        if !f
            a = mod(17,divisors[i])
            f = a == 2
        end
    end
end
% loop 72: reduction || f
print divides(divisors)
% expect: 1
