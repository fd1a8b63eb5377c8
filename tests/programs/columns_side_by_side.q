% In brackets a column stands beside matrices of as many rows: homogeneous coordinates, columns that are joined. What is written
% as brackets in brackets is stacked, and so are matrices of one size without a column among them.
p = [[1,2],[3,4],[5,6]]
print [p, ones(3,1)]
% expect: [1,2,1]
% expect: [3,4,1]
% expect: [5,6,1]
x = p[:,0]
y = p[:,1]
A = [ones(3,1), x, y.^2]
print A, size(A)
% expect: [ 1, 1, 4]
% expect: [ 1, 3,16]
% expect: [ 1, 5,36][3,3]
print size([x, y]), size([x, p, 1j*x]), size([zeros(3,0), x]), type([x, 1>x], mat[int])
% expect: [3,2][3,4][3,1]1
r = []
for k = 1..3
    r = [r, k*x]
end
print r
% expect: [ 1, 2, 3]
% expect: [ 3, 6, 9]
% expect: [ 5,10,15]
one = transpose([1.5])
print [one, one], size([one, one]), size([transpose([1,2]), transpose([3,4])])
% expect: [1.5,1.5][1,2][2,2]
print size([p, p]), size([[[1],[2]], [[3],[4]]]), size([[1],[2]])
% expect: [2,3,2][2,2,1][2,1]
try
    z = [x, ones(2,1)]
catch e
    print e
end
% expect: the rows of an array literal must have the same length
try
    z = [p, ones(2,3)]
catch e
    print e
end
% expect: the rows of an array literal must have the same length

% In loops and kernels.
function s : vec = determinants(n : int)
    s = zeros(n)
    for i = 0..n-1
        a : mat(2,1) = [[i],[2]]
        b = transpose([3, i])
        m = [a, b]
        s[i] = m[0,0]*m[1,1] - m[0,1]*m[1,0] + size(m,1)
    end
end
print determinants(4)
% expect: [-4,-3,0,5]
s = zeros(4)
function [] = __kernel__ each(s : vec, pos : int)
    a = transpose([pos, 2])
    m = [a, a, transpose([3, pos])]
    s[pos] = m[0,0]*m[1,2] - m[0,2]*m[1,0] + numel(m)
end
parallel_do(4, s, each)
print s
% expect: [0,1,4,9]

% Matrices of as many rows and other widths, which cannot be stacked, stand side by side as well, and [] vanishes beside them.
q = [[7,8,9],[10,11,12],[13,14,15]]
print [p, q], size([q, p, p]), size([[], p]), size([p, []]), size([[], p, q])
% expect: [ 1, 2, 7, 8, 9]
% expect: [ 3, 4,10,11,12]
% expect: [ 5, 6,13,14,15][3,7][3,2][3,2][3,5]
v = [1,2]
print [v, zeros(1,3)], size([zeros(1,3), ones(1,2)]), size([zeros(1,2), ones(1,2)])
% expect: [1,2,0,0,0][1,5][2,1,2]
try
    z = [v, [1,2,3]]
catch e
    print e
end
% expect: the rows of an array literal must have the same length
t = zeros(3)
for i = 0..2
    a : mat(2,2) = [[i,1],[2,3]]
    b : mat(2,3) = [[1,2,3],[4,5,i]]
    m = [a, b]
    t[i] = m[1,4] + 10*m[0,0] + size(m,1)
end
print t
% expect: [5,16,27]
