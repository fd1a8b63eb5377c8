% Functions of bits take floats that are whole and ints: no constant beyond 64 bits, in loops as outside.
function [] = said(f)
    try
        f()
    catch e
        print e
    end
end
function [] = element()
    v = vec[int](2)
    for i=0..1
        v[i] |= inf
    end
    print v
end
function [] = variable()
    v : int = 3
    for i=0..1
        v |= 1e30
    end
    print v
end
function [] = shifted()
    y = zeros(2)
    for i=0..1
        y[i] = shl(i, -inf)
    end
    print y
end
function [] = whole()
    v = vec[int](4)
    for i=0..1
        v[2*i..2*i+1] ~= -1e20
    end
    print v
end
function [] = fits()
    y = vec[int](2)
    for i=0..1
        y[i] = or(i, 4e18)
    end
    print y
end
said(element)
% expect: 'or' works on integers, not on inf
said(variable)
% expect: 'or' works on integers, not on 1e30
said(shifted)
% expect: 'shl' works on integers, not on -inf
said(whole)
% expect: 'xor' works on integers, not on -1e20
said(fits)
% expect: [3999999937226997760,3999999937226997761]
