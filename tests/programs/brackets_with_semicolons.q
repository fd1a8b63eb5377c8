% In brackets a semicolon or a line begins a new row, as in MATLAB: numbers, rows, blocks of matrices.
print [1,2;3,4], size([1;2;3]), type([1,2;3,4]), type([1.5,2;3,4;])
% expect: [1,2]
% expect: [3,4][3,1]mat[int]mat
a = 5
A = [a, -1; 2, a+1
    ;7, 8]
print A
% expect: [ 5,-1]
% expect: [ 2, 6]
% expect: [ 7, 8]
print [1, 2
       3, 4   % so does the end of a line, before an item

       5, 6], size([A, A
                    A, 0*A])
% expect: [1,2]
% expect: [3,4]
% expect: [5,6][6,4]
print [1, 2,
       3, 4
       + 1, 5]
% expect: [1,2,3,5,5]
B = [A, A; A, 0*A]
print size(B), B[3,1], B[5,3]
% expect: [6,4]-10
print [A; [9,9]], size([A; []]), size([[]; A])
% expect: [ 5,-1]
% expect: [ 2, 6]
% expect: [ 7, 8]
% expect: [ 9, 9][3,2][3,2]
w = []
for k = 1..3
    w = [w; [k, k^2]]
end
print w
% expect: [1,1]
% expect: [2,4]
% expect: [3,9]
s = zeros(4)
for i = 0..3
    m = [i, 1; 2, 3]
    s[i] = m[0,0]*m[1,1] - m[0,1]*m[1,0]
end
print s
% expect: [-2,1,4,7]
t = zeros(4)
function [] = __kernel__ each(t : vec, pos : int)
    m = [1.0*pos, 1; 2, 3]
    t[pos] = m[0,0]*m[1,1] - m[0,1]*m[1,0]
end
parallel_do(4, t, each)
print t
% expect: [-2,1,4,7]
try
    z = [A; [1,2,3]]
catch e
    print e
end
% expect: 'vertcat' of 3 x 2 and 1 x 3: they differ along dimension 1
