% Powers and truth values of whole arrays are those of their elements, whatever lies beside them.
x = rand(1500)*4 - 1
z = rand(1500)*3
both = x.^z
base = 2.^z
root = x.^0.3
k = int(z*4)
of_ints = k.^(-1.5)
wrong = 0
{!interpreted for}
for i = 0..1499
    expected = [x[i]^z[i], 2^z[i], x[i]^0.3, k[i]^(-1.5)]
    found = [both[i], base[i], root[i], of_ints[i]]
    for c = 0..3
        if expected[c] != found[c] && !(isnan(expected[c]) && isnan(found[c]))
            wrong += 1
        end
    end
end
print wrong
p = x > 0
q = z > 1
print sum((p && q) != (p.*q)), " ", sum((p || q) != !(!p && !q)), " ", sum((x && p) != p), " ", sum(!x), " ", sum(!z != (z == 0))
% expect: 0
% expect: 0 0 0 0 0
