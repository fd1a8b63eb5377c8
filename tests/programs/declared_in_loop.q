% A declared number keeps its type, however the loop runs.
function [a, b] = stepped(m : uint32)
    a = 0
    b = 0.0
    {!interpreted for}
    for i=0..1
        s : int16 = 40000
        s += m
        a += s
        r : int = 3
        r = r/2.0
        b += r
    end
end
function [a, b] = native(m : uint32)
    a = 0
    b = 0.0
    for i=0..1
        s : int16 = 40000
        s += m
        a += s
        r : int = 3
        r = r/2.0
        b += r
    end
end
function [] = __kernel__ k(y : vec[int], m : uint32, pos : int)
    s : int16 = 40000
    s += m
    y[pos] = s
end
[a, b] = stepped(4000000000)
print a, " ", b
% expect: -30592 2
[a, b] = native(4000000000)
print a, " ", b
% expect: -30592 2
y = ivec(2)
parallel_do(2, y, 4000000000, k)
print y
% expect: [-15296,-15296]
