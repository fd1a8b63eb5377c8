% A field n of a record that the loop changes is not the loop's variable n.
% loop 16: scan + h.n
% expect: 4990 4990
type heap : mutable class
    keys : vec
    n : int
end
function [] = push(h : heap, key : scalar)
    h.keys[h.n] = key
    h.n += 1
end
h = heap(keys:=zeros(10000), n:=0)
x = reshape(mod((0..9999)*7919, 1000), [100,100])*0.001
q = 0
for m=0..99
    for n=0..99
        if x[m,n] > 0.5
            push(h, x[m,n])
        end
    end
end
print h.n, " ", sum(h.keys[0..h.n-1] > 0.5)
