% A loop without an iteration leaves every variable as it was, also where only the compiled loop finds out where it ends.
function t = to_element(h)
    t = 9.5
    for k = 0..h[0]
        t = k
    end
end
function t = to_bits(h)
    t = 9.5
    for k = 0..xor(h, 3) - 4
        t = k
    end
end
function t = to_choice(h)
    t = 9.5
    for k = 0..(h > 3 ? 5 : -2)
        t = k
    end
end
function t = from_bits(h)
    t = 9.5
    for k = shl(h, 2)..-1..6
        t = k
    end
end
function [t, n] = inside(x)
    t = 9.5
    n = 0
    for i = 0..numel(x)-1
        for k = -1.5..min(x[i], 4)
            t = k
            n += 1
        end
    end
end
print to_element([-1, 2]), " ", to_bits(1), " ", to_choice(1), " ", from_bits(1)
print to_element([3, 2]), " ", to_bits(7), " ", to_choice(7), " ", from_bits(2)
[t, n] = inside([0, 7.0, 3, -3])
print t, " ", n
try
    print to_element([])
catch e
    print e
end
% expect: 9.5 9.5 9.5 9.5
% expect: 3 0 5 6
% expect: 2.5 13
% expect: index 0 is out of range: 'h' has 0 elements along dimension 0
