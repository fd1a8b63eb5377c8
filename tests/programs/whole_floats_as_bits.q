% Functions of bits take floats that are whole, wherever they stand; of others the message says the number, alike in every kind of code.
print and([1.0,2,3], 1), " ", or(4.0, 1), " ", xor([5.0,6], [3,3]), " ", shl(1.0, [0,1,2]), " ", shr(16.0, 2.0)
% expect: [1,0,1] 5 [6,5] [1,2,4] 4
print bitand(5.0, 3.0), " ", bitshift(1, [0,1,2]), " ", bitshift([16,8], -2), " ", bitshift([1.0,-8], [3,-1]), " ", type(and(4.0, 6))
% expect: 1 [1,2,4] [4,2] [8,-4] int
print type(and(uint8([5,6]), 3.0)), " ", and(-1.0, 255), " ", or(cast([1,2], half), 4), " ", shl(1, 2.0)
% expect: vec[uint8] 255 [5,6] 4
x = [1.0,2,3,4,5]
y = vec[int](5)
s = 0
for i=0..4
    y[i] = shl(and(x[i], 3), 1)
    s += xor(x[i], 1)
end
% loop 11: reduction + s
print y, s
% expect: [2,4,6,0,2]14
function [] = bits_of()
    x = [7.0,8,9]
    y = zeros(3)
    {!serial for}
    for i=0..2
        m = x[i] - 1
        y[i] = and(m, 12) + or(x[0..1], 1)[1]
    end
    print y
    {!interpreted for}
    for i=0..2
        m = x[i] - 1
        y[i] = and(m, 12) + or(x[0..1], 1)[1]
    end
    print y
end
bits_of()
% expect: [13,13,17]
% expect: [13,13,17]
function [] = __kernel__ masked(x : vec, y : vec[int], pos : int)
    y[pos] = and(x[pos], 6)
end
parallel_do(5, x, y, masked)
print y
% expect: [0,2,2,4,4]
function [] = failing(x, way)
    y = vec[int](3)
    try
        if way == 0
            for i=0..2
                y[i] = and(x[i], 3)
            end
        elseif way == 1
            {!interpreted for}
            for i=0..2
                y[i] = and(x[i], 3)
            end
        elseif way == 2
            parallel_do(3, x, y, masked)
        else
            y = and(x, 3)
        end
    catch e
        print e
    end
end
for way=0..3
    failing([1,2.5,nan], way)
end
% expect: 'and' works on integers, not on 2.5
% expect: 'and' works on integers, not on 2.5
% expect: 'and' works on integers, not on 2.5
% expect: 'and' works on integers, not on 2.5
failing([1,2,inf], 0)
failing([1,2,inf], 1)
failing([nan,0,0], 2)
% expect: 'and' works on integers, not on inf
% expect: 'and' works on integers, not on inf
% expect: 'and' works on integers, not on nan
a = 13.0
a &= 11
print a
% expect: 9
