% A variable that two inner loops set: one that runs in every iteration or in none, and one that each iteration decides.
function [f, t] = both(n, q, x)
    f = 0
    t = 0
    for i = 0..n-1
        for k = 0..q
            t = k
        end
        for k = 0..int(x[i])
            f = max(f, k)
            t = k
        end
    end
end
% The same where only loops of the first kind set it.
function [f, t] = alike(n, q, x)
    f = 0
    t = 0
    for i = 0..n-1
        for k = 0..q
            t = k + i
        end
        f = max(f, int(x[i]))
    end
end
x = [1, 2, 7, 3, -3]
for q = [-1, 4]
    [f, t] = both(5, q, x)
    print f, " ", t
    [f, t] = alike(5, q, x)
    print f, " ", t
end
% expect: 7 3
% expect: 7 0
% expect: 7 4
% expect: 7 8
% loop 5: serial R010
% loop 19: reduction max f
