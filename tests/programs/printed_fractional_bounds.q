% Loops that begin or step at what is computed from a number outside. Whether that is whole is not known when the program
% is printed with its kernels: the printed program asks.
function [last, s, c] = falling(n : int)
    last = -1
    s = 0.0
    c = 0
    for i=n/2..-1..n/3
        last = i
        s += i
        c += 1
    end
end
function last = by_halves(n : int)
    last = -1
    for i=n..-n/2..1
        last = i
    end
end
function [s, y] = rows(n, m)
    s = 0.0
    y = zeros(8)
    for k=0..7
        for i=n/4..m/2
            y[k] += i*k
        end
    end
    for i=(n+1)/2..2..n
        s += 10*i
    end
end
function c = steps(x, n : int)
    c = 0
    for i=1..n/4..numel(x)-1
        c += 1
    end
end
[a, b, c] = falling(7)
print a, " ", b, " ", c
% expect: 2.5 6 2
[a, b, c] = falling(8)
print a, " ", b, " ", c
% expect: 3 7 2
print by_halves(7), " ", by_halves(8)
% expect: 3.5 4
[s, y] = rows(8, 9)
print s, " ", y
% expect: 110 [0,9,18,27,36,45,54,63]
[s, y] = rows(7, 9)
print s, " ", y
% expect: 100 [0,8.25,16.5,24.75,33,41.25,49.5,57.75]
x = zeros(10)
print steps(x, 4), " ", steps(x, 6), " ", steps(x, 20)
% expect: 9 6 2
