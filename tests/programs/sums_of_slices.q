% A reduction of a slice by name has the same bits in a loop, compiled or stepped, as outside.
function d = differ(A : mat, k : int)
    d = 0
    n = size(A, 0)
    a = zeros(n, 6)
    for i=0..n-1
        v = A[i, 0..k]
        w = A[n-1-i, 0..k]
        c = complex(v, w)
        a[i,0] = sum(v)
        a[i,1] = prod(0.5 + w)
        a[i,2] = mean(v .* w)
        a[i,3] = dotprod(v, w)
        a[i,4] = norm(c)
        a[i,5] = abs(sum(c .* c))
    end
    {!interpreted for}
    for i=0..n-1
        v = A[i, 0..k]
        w = A[n-1-i, 0..k]
        c = complex(v, w)
        d += a[i,0] != sum(v)
        d += a[i,1] != prod(0.5 + w)
        d += a[i,2] != mean(v .* w)
        d += a[i,3] != dotprod(v, w)
        d += a[i,4] != norm(c)
        d += a[i,5] != abs(sum(c .* c))
    end
end
A = sin(reshape(float(0..1999) .* 1.7, [20, 100]))
d = 0
lengths = [1, 2, 3, 6, 7, 14, 39, 62]
for n = 0..numel(lengths)-1
    d += differ(A, lengths[n])
end
print d
% expect: 0
% The bits of a loop do not depend on which lengths it met before: a sum of rows' maxima for the seventh length is that for the first.
function s = of_maxima(A : mat, k : int)
    s = 0.0
    for i=0..size(A,0)-1
        s += max(A[i,0..k])
    end
end
function s = of_maxima_too(A : mat, k : int)
    s = 0.0
    for i=0..size(A,0)-1
        s += max(A[i,0..k])
    end
end
B = sin(reshape(float(0..9999) .* 1.3, [400, 25]))
before = of_maxima(B, 20)
for k = 1..12
    of_maxima_too(B, k)
end
after = of_maxima_too(B, 20)
print after == before
% expect: 1
