% In a loop a name that some statements give an int and others a float holds floats; what needs ints of it is stepped, and gives what it gives outside.
h = [1,2,3]
for k=0..3
    c = 0.5*k
    h[0] = int(c*10)
    c = h[1] + k
    h[2] = and(c, 6) + shl(c, 2)
end
print h, c
% expect: [15,2,24]5
function [] = mixed(h : vec[int])
    for i=0..1
        c = sqrt(2.0*i)
        h[i] = int(floor(c*100))
    end
    for b=0..1
        a = h[1]
        c = h[2]
        for i=0..3
            h[1] = xor(and(a, c), h[1])
            c = a + i
        end
        h[2] = c
    end
end
for k=0..1
    h[0] = 0
    mixed(h)
end
print h
% expect: [0,1,16]
for k=0..2
    c = 0.5*k
    c = c + 1.5
    try
        h[0] = and(c, 1)
    catch e
        print e
    end
end
% expect: 'and' works on integers, not on 1.5
% expect: 'and' works on integers, not on 2.5
