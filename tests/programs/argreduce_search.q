% Searches that leave at a match: first place, any, all, none; the loop variable afterwards; the match in every place.
function [] = check(n : int, at : int)
    m = max(n, 1)
    x = zeros(m)
    for i=0..n-1
        x[i] = i
    end
    place = -1
    square = 0.5
    for i=0..n-1
        if x[i] == at
            place = i
            square = x[i]*x[i] + 0.25
            break
        end
    end
    found = at >= 0 && at < n
    assert(place == (found ? at : -1), "the first match is elsewhere")
    assert(square == (found ? at*at + 0.25 : 0.5), "what is kept beside it differs")
    any = false
    for i=0..n-1
        if x[i] >= at
            any = true
            break
        end
    end
    assert(any == (n > 0 && at <= n-1), "any")
    last = -5
    for last=0..n-1
        v = x[last]
        if v == at
            break
        end
    end
    assert(last == (found ? at : n > 0 ? n-1 : -5), "the loop variable differs")
    backwards = -1
    for i=n-1..-1..0
        if x[i] < at
            backwards = i
            break
        end
    end
    assert(backwards == (n > 0 && at > 0 ? min(at, n) - 1 : -1), "backwards")
end
sizes = [0,1,2,31,32,33,1023,1024,1025,4097,20011]
for q = 0..numel(sizes)-1
    n = int(sizes[q])
    check(n, -1)
    check(n, 0)
    check(n, 1)
    check(n, int(n/2))
    check(n, n-1)
    check(n, n)
end

% A subscript that would be outside behind the match: such a search runs in order.
y = zeros(100)
y[60] = 7
k = -1
for i=0..1000
    if y[i] == 7
        k = i
        break
    end
end
print k
% expect: 60
