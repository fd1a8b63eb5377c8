% Slices as long as a number that changes from call to call: compiled for a few of its values, stepped for others, the same values.
function s = prefix_maxima(A : mat, k : int)
    s = 0.0
    for i=0..size(A,0)-1
        s += max(A[i,0..k])
    end
end
A = reshape(mod(37*(0..399), 101), [20,20])
wrong = 0
for k=1..19
    s = 0.0
    {!interpreted for}
    for i=0..19
        s += max(A[i,0..k])
    end
    wrong += prefix_maxima(A, k) != s
end
print wrong
% expect: 0
% a row and a column fit together as outside loops: each element of one with each of the other
B = reshape(0..8, [3,3])
v = zeros(3)
for i=0..2
    v[i] = sum(B[i,0..2] .* B[0..2,i])
end
print v
% expect: [27,144,315]
