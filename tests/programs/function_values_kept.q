% A function keeps the function values that it names as they are where it is written, as it keeps numbers.
g = x -> x + 1
h = x -> g(x)
g = x -> 100*x
print h(1)
% expect: 2
c = cell(3)
f = x -> x
for i = 0..2
    f = x -> f(x)*2 + 1
    c[i] = x -> f(x)
end
print c[0](1), " ", c[1](1), " ", c[2](1)
% expect: 3 7 15
y = zeros(3)
for i = 0..2
    u = v -> v + i
    w = v -> u(v)
    u = v -> 100*v
    y[i] = w(1) + h(i)
end
print y
% expect: [2,4,6]
x = [1.0, 2, 3]
parallel_do(3, __kernel__ (pos : int) -> x[pos] = h(x[pos]))
print x
% expect: [2,3,4]

% What a function gives finds the functions of its own that it calls.
function g = of_lambda(s)
    k = x -> s*x^2
    g = x -> k(x)/k(2)
end
function g = of_nested(s)
    function y = k(x)
        y = s*x^2
    end
    g = x -> k(x)/k(2)
end
function g = nested_of_lambda(s)
    k = x -> s*x^2
    function y = inside(x)
        y = k(x)/k(2)
    end
    g = inside
end
print of_lambda(3)(4), " ", of_nested(3)(4), " ", nested_of_lambda(3)(4)
% expect: 4 4 4
print arrayfun(of_lambda(5), [2, 4, 8])
% expect: [ 1, 4,16]
function p = of_record(s)
    k = x -> x*s
    p = object()
    p.f = x -> k(x) + 1
end
p = of_record(4)
print p.f(2)
% expect: 9
q = of_nested(3)
for i = 0..2
    y[i] = q(i)
end
print y
% expect: [0,0.25,1]

% Itself, and nested functions that come later, are found when it runs.
function g = of_itself(s)
    g = n -> n <= 1 ? s : n*g(n - 1)
end
print of_itself(2)(5)
% expect: 240
function g = of_nested_itself(s)
    function y = factorial_of(n)
        y = n <= 1 ? s : n*factorial_of(n - 1)
    end
    g = x -> factorial_of(x)
end
print of_nested_itself(2)(5)
% expect: 240
function g = of_both(s)
    function y = is_even_number(n)
        y = n == 0 ? true : is_odd_number(n - 1)
    end
    function y = is_odd_number(n)
        y = n == 0 ? false : is_even_number(n - 1)
    end
    g = n -> is_even_number(n) ? s : 0
end
print of_both(3)(10), " ", of_both(3)(7)
% expect: 3 0
for s = 1..3
    fact = n -> n <= 1 ? s : n*fact(n - 1)
    print fact(4)
end
% expect: 24
% expect: 48
% expect: 72
function [] = counted()
    n = 0
    bump = k -> n += k
    twice = k -> bump(2*k)
    twice(3)
    twice(4)
    print n
end
counted()
% expect: 14
s = 0
for i = 0..5
    f = of_itself(i)
    s += f(3)
end
print s
% expect: 90
