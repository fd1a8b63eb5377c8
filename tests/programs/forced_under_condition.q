% A forced loop that is parallel under a condition on values runs in order when it does not hold; what is then only probably
% independent is not taken for it.
function te = f(y : vec, N : int, M : int, inc : int)
    te = 0.0
    {!parallel for}
    for i=N-1..-1..0
        for j=0..M-1
            te = y[j*inc] + te
        end
        y[i] = te
    end
end
y = ones(12)
print f(y, 5, 6, 1), " ", y
% expect: 297 [297,114,44,17,6,1,1,1,1,1,1,1]
