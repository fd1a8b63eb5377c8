% A number has one element: the message for another one names it, in loops that are compiled and in those that are not.
n = 4
s = 0.0
try
    for i=0..3
        s += n[i]
    end
catch e
    print e
end
% expect: index 1 is out of range: 'n' has 1 element along dimension 0
try
    {!interpreted for}
    for i=0..3
        s += n[i]
    end
catch e
    print e
end
% expect: index 1 is out of range: 'n' has 1 element along dimension 0
