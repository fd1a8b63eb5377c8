% What a name means is found once, until something new is defined.
function y = twice(x)
    y = 2*x
end
function y = twice(x : string)
    y = x + x
end
for i = 0..1
    print twice(i), " ", twice("ab")
end
% expect: 0 abab
% expect: 2 abab

% A variable hides a function as a value, a call still finds it.
{!interpreted for}
for i = 0..1
    sum = sum([i,2,3])
    print sum
end
% expect: 5
% expect: 6

type late : class
    x : int
end
{!interpreted for}
for i = 0..1
    p = late(x := i)
    p.x += 1
    print p.x
end
% expect: 1
% expect: 2

% Nested functions and lambdas of the same name in different functions.
function y = first(x)
    function z = helper(a)
        z = a + 1
    end
    y = helper(x)
end
function y = second(x)
    helper = a -> a*10
    y = helper(x)
end
{!interpreted for}
for i = 1..2
    print first(i), " ", second(i)
end
% expect: 2 10
% expect: 3 20
