% An arm that only fails does not make a loop run in order: what the other arms assign is assigned in every iteration that goes on.
% Expected numbers: by hand.
x = [3.0, -1, 4, -2, 5, -9]
y = zeros(6)
kind = 1
for i=0..5
    if kind == 0
        w = x[i]
    elseif kind == 1
        w = 2*x[i]
    else
        error("kind %d is not known", kind)
    end
    y[i] = w + 1
end
print y
% expect: [7,-1,9,-3,11,-17]
% loop 6: map
total = 0.0
for i=0..5
    match x[i] > 0 with
    | true -> w = 1
    | false -> w = 10
    end
    total += w*x[i]
end
print total
% expect: -108
% loop 20: reduction + total
#pragma force_parallel
for i=0..5
    match i with
    | [0,2] -> w = 1
    | [1,3,4,5] -> w = 2
    end
    y[i] = w
end
print y
% expect: [1,2,1,2,2,2]
steps = 0.0
for i=0..5
    if x[i] != 0
        t = x[i]
        while abs(t) < 8
            t *= 2
        end
    else
        error("this one has no end")
    end
    steps += t
end
print steps
% expect: 5
% What the other arm would have failed by is not told, whichever arm comes first in the text.
places = [0, 5, 3, 6, 7, -1]
try
    for i=0..5
        if places[i] < 6
            w = x[places[i]]
        else
            error("place %d is too high", places[i])
        end
        y[i] = w
    end
catch e
    print e
end
% expect: place 6 is too high
try
    for i=5..-1..0
        if places[i] < 0
            error("place %d is too low", places[i])
        else
            w = x[places[i]]
        end
        y[i] = w
    end
catch e
    print e
end
% expect: place -1 is too low
for i=0..5
    if x[i] < 5
        w = x[i]
    else
        error("%g is too large, in %d", x[i], i)
    end
    y[i] = w
end
% error Q0403 at 86:9
