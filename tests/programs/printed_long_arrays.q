% An iteration that sums up a slice of any length keeps the 2,048 lanes of the sum, more elements than a kernel of a
% program may make: printed with its kernels, the program leaves such a loop as it is, and not one of short arrays.
function b = spreads(r, b)
    for i=0..1
        for j=0..numel(b)-2
            b[j] = std(r[j..j+1+mod(j,3)]) >= 0.7 && b[j]
        end
    end
end
function t = all_spread(r, m)
    t = true
    for j=0..m-1
        t = std(r[j..j+1+mod(j,3)]) >= 0.7 && t
    end
end
function s = short(r, m)
    s = 0.0
    for j=0..m-1
        w = vec(3)
        for k=0..2
            w[mod(j+k,3)] = r[j+k]
        end
        s += w[0]*w[2]
    end
end
r = [1.0,2.0,0.5,3,4,5,9,1]
print spreads(r, [true,true,true,true,false,true])
print all_spread(r, 1), " ", all_spread(r, 2), " ", all_spread(r[1..7], 3), " ", all_spread([0.0,0,1,0,1], 2), " ", short(r, 6)
% expect: [1,1,1,1,0,1]
% expect: 1 1 1 0 108.5
