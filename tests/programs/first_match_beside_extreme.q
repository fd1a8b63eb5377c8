% An extreme of bytes that meets what a byte does not hold has its loop run again in order, with the search beside it.
function [v0, v1] = both(x)
    v0 : uint8 = 5
    v1 = -1
    for i = 0..numel(x)-1
        v0 = max(v0, x[i])
        if v1 < 0 && x[i] == 1
            v1 = i
        end
    end
end
function [v0, last] = with_last(x)
    v0 : uint8 = 5
    last = -1
    for i = 0..numel(x)-1
        v0 = max(v0, x[i])
        if x[i] == 1
            last = i
        end
    end
end
function [found, p] = found_at(x)
    v0 : int8 = 100
    found = false
    p = -1
    for i = 0..numel(x)-1
        if x[i] < v0
            v0 = x[i]
        end
        if !found && x[i] == 1
            found = true
            p = i
        end
    end
end
for x = {[-5,-2,1,4,7], [5,400,1,4,1], [5,2,1,4,7], [300,-300]}
    k = cast(x, int16)
    [a, b] = both(k)
    [c, d] = with_last(k)
    [e, f] = found_at(k)
    print a, " ", b, " ", c, " ", d, " ", e, " ", f
end
% expect: 7 2 7 2 1 2
% expect: 144 2 144 4 1 2
% expect: 7 2 7 2 1 2
% expect: 44 -1 44 -1 0 -1
