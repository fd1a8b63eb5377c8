% What a compound assignment updates is read before the calls on its right, which may change it.
function y = f(a, b = 0)
    y = a
end
function r = ov(x : scalar, y)
    r = x*10 + y
end
function r = ov(x : string, y)
    r = 0
end
function [] = read_before()
    s = 3
    g = k -> (s += k; s)
    s += f(g(1))
    print s
    s = 3
    s += f(g(1), 0)
    print s
    s = 3
    s -= f(g(1))
    print s
    s = 3
    s += ov(s, g(1))
    print s
    s = 3
    s += numel(zeros(g(1)))
    print s
    s = 3
    s *= numel(num2str(g(1)))
    print s
    s = 3
    s += sprintf("%d %d", s, g(1))
    print s
    s = 3
    s = s + f(g(1))
    print s
end
for k = 0..1
    read_before()
end
% expect: 7
% expect: 7
% expect: -1
% expect: 37
% expect: 7
% expect: 3
% expect: 33 4
% expect: 7
% expect: 7
% expect: 7
% expect: -1
% expect: 37
% expect: 7
% expect: 3
% expect: 33 4
% expect: 7
