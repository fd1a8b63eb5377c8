% A loop that hangs on a number, the extent of an array that each iteration makes, is compiled for a few values of it
% and stepped for all others; whatever it was met with before, it computes the same.
function y = ends(n, t)
    y = int(zeros(4))
    for i=0..3
        w = eye(n+1)
        w[0,0] = i
        y[i] = 10*w[0,0] + w[n,n] + n + t
    end
end
function y = ends_stepped(n, t)
    y = int(zeros(4))
    {!interpreted for}
    for i=0..3
        w = eye(n+1)
        w[0,0] = i
        y[i] = 10*w[0,0] + w[n,n] + n + t
    end
end
wrong = 0
{!interpreted for}
for q=0..400
    n = mod(7*q, 61)
    if any(ends(n, 1) != ends_stepped(n, 1))
        wrong += 1
    end
    if mod(q, 10) == 0 && any(ends(n, 0.5) != ends_stepped(n, 0.5))  % of another type
        wrong += 1
    end
end
print wrong, " ", ends(0, 1), " ", ends(50, 1)
% expect: 0 [1,12,23,34] [52,62,72,82]
