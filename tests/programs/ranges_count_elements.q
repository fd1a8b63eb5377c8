% A range that is written as the only index of a matrix takes elements row-major, whatever its length; a vector of as many ints as
% there are dimensions is a position.
A = [[3,3,3,2],[1,0,0,5],[0,0,0,7]]
print A[2..3], A[2..4], A[5..5], " ", A[[2,3]]
% expect: [3,2][3,2,1][0] 7
p = 1..2
print A[p], " ", max(A[7..8]), sum(A[1..2]), " ", A[3..-1..2]
% expect: 0 56 [2,3]
l = 2
A[l..l+1] = [8,9]
A[0..1] += 10
A[4..5] = 4
print A
% expect: [13,13, 8, 9]
% expect: [ 4, 4, 0, 5]
% expect: [ 0, 0, 0, 7]
a = zeros(5,1)
for l = 2..4
    a[0..l-1] = a[0..l-1] + 1
end
print transpose(a)
% expect: [3,3,2,1,0]
a[0..1] = transpose([6,7])
print transpose(a)
% expect: [6,7,2,1,0]
s = zeros(4)
{!interpreted for}
for l = 0..3
    s[l] = max(A[l+1..l+2])
end
print s
for l = 0..3
    s[l] = max(A[l+1..l+2])
end
print s
% expect: [13,9,9,4]
% expect: [13,9,9,4]
C = zeros(2,2,2)
C[1..3] = [1,2,3]
print C[1..3], C[[0,1,1]]
% expect: [1,2,3]3
o = object()
o.m = [[1,2],[3,4]]
o.m[1..2] = [7,8]
print o.m[1..2], o.m[[1,0]]
% expect: [7,8]8
z = [[complex(1,2), 3],[4, 5]]
print z[0..1]
% expect: [1+2i,3+0i]
try
    print A[11..12]
catch e
    print e
end
% expect: index 12 is out of range: 'A' has 12 elements along dimension 0
