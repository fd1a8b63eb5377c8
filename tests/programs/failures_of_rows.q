% Of rows that are taken together the failure of the lowest one is reported, of one row that which the text meets first: also of
% what stands before and behind the loop inside.
function y = summed(a, x)
    y = 0.0
    for k=0..3
        y += a*x[k]
    end
end
function w = of_ints(k, n, x, w)
    for i=0..numel(w)-1
        w[i] = mod(7, k[i]) + summed(n[i+9], x)
    end
end
function w = behind(n, x, z, w)
    for i=0..numel(w)-1
        s = 0.0
        for j=0..4
            s += x[j]
        end
        w[i] = s + z[i+1]
    end
end
function [] = try_of(f)
    try
        print f()
    catch e
        print e
    end
end
x = ones(4)
try_of(() -> of_ints([3,0,0,0], [1,2,3], x, zeros(4)))
try_of(() -> of_ints([0,0,0,0], [1,2,3], x, zeros(4)))
try_of(() -> of_ints([3,2,0,0], 0..11, x, zeros(4)))
try_of(() -> of_ints([3,2,1,1], 0..12, ones(3), zeros(4)))
try_of(() -> of_ints([3,2,1,0], 0..12, ones(3), zeros(4)))
try_of(() -> of_ints([0,2,1,0], 0..12, ones(3), zeros(4)))
try_of(() -> behind(0..2, x, ones(4), zeros(40)))
try_of(() -> behind(0..2, ones(5), ones(37), zeros(40)))
% expect: index 9 is out of range: 'n' has 3 elements along dimension 0
% expect: integer division by zero
% expect: integer division by zero
% expect: index 3 is out of range: 'x' has 3 elements along dimension 0
% expect: index 3 is out of range: 'x' has 3 elements along dimension 0
% expect: integer division by zero
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0
% expect: index 37 is out of range: 'z' has 37 elements along dimension 0
