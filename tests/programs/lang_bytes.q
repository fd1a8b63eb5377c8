% Bytes of strings as numbers: a hash, a histogram of letters, and text made from them again
function h = hash(s)
    b = cast(s, vec[uint8])
    h = 5381
    for i=0..numel(b)-1
        h = and(h*33 + b[i], 0ffffffffh)
    end
end
print cast("Hi", vec[uint8]), " ", cast("", ivec), " ", type(cast("a", ivec))
print hash("hash me")
counts = ivec(256)
for b = cast("abracadabra", ivec)
    counts[b] += 1
end
print sprintf("%c", find(counts > 1)[:,1])
try
    x = and("a", 1)
catch e
    print e
end
% expect: [72,105] [] vec[int]
% expect: 872894651
% expect: abr
% expect: expected a number, not a string
