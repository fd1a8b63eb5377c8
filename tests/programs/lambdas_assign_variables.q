% A lambda that assigns to a variable which is there when it is written assigns to that one, wherever it is called from.
function [] = apply(f)
    for k=1..3
        f(k)
    end
end

function [] = in_turn(f, g)
    for k=1..3
        f(k)
        g(k)
    end
end

function [] = until_three(f)
    k = 0
    while k < 3
        f(k)
        k += 1
    end
end

s = 0
f = k -> s = s + k
f(1)
f(2)
print s
% expect: 3

g = k -> (part = k*10; s += part)
for i=1..3
    g(i)
end
print s
% expect: 63

t = 1
for i=1..3
    h = k -> t = 2*k
    h(i)
end
print t
% expect: 6

show = () -> (t = t + 1; print(t))
for i=1..5
    t = i
end
show()
% expect: 6

type account : mutable class
    n : int
    w : scalar
end

function y = counter()
    t = 0
    y = () -> (t = t + 1; print(t))
end

function [] = main()
    s = 0
    apply(k -> s += k)
    apply(k -> s += k*0.5)
    print s
    % expect: 9

    in_turn(k -> s += k, k -> s *= 2)
    print s
    % expect: 94

    until_three(k -> s += k)
    print s
    % expect: 97

    lowest = 10
    total = 0
    apply(k -> (total = total + k; lowest = min(lowest, k)))
    print total, " ", lowest
    % expect: 6 1

    n : int = 0
    apply(k -> n += 0.7*k)
    print n
    % expect: 3

    best = [0,0]
    apply(k -> best = [k, best[0]])
    v = zeros(3)
    apply(k -> v = v + k)
    text = ""
    apply(k -> text = text + num2str(k))
    print best, v, text
    % expect: [3,2][6,6,6]123

    add = a -> (k -> s += a*k)
    s = 0
    in_turn(add(1), add(100))
    print s
    % expect: 606

    r = account(n:=0, w:=1)
    apply(k -> (r.n += k; r.w *= 1.5))
    o = object()
    o.f = k -> r.n -= 2*k
    apply(o.f)
    print r.n, " ", r.w
    % expect: -6 3.375

    count = counter()
    other = counter()
    for k=1..2
        count()
    end
    other()
    % expect: 1
    % expect: 2
    % expect: 1

    % Near miss: what a nested function assigns is its own.
    function [] = lost(k)
        s += k
    end
    apply(lost)
    print s
    % expect: 606
end
