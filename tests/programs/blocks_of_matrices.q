% Brackets stack matrices along new dimensions in front, as they stack numbers; horzcat and vertcat set them side by side.
A = [[1,2],[3,4]]
B = A + 4
C = A + 8
D = A + 12
print size([A,B]), " ", size([[A,B],[C,D]])
% expect: [2,2,2] [2,2,2,2]
M = [[A,B],[C,D]]
print M[1,0,:,:]
% expect: [ 9,10]
% expect: [11,12]
print vertcat(horzcat(A, B), horzcat(C, D))
% expect: [ 1, 2, 5, 6]
% expect: [ 3, 4, 7, 8]
% expect: [ 9,10,13,14]
% expect: [11,12,15,16]
F = zeros(4,4)
F[0..1,0..1] = A
F[2..3,2..3] = D
print F
% expect: [ 1, 2, 0, 0]
% expect: [ 3, 4, 0, 0]
% expect: [ 0, 0,13,14]
% expect: [ 0, 0,15,16]
v = [1,2]
print [v, 3], " ", size([v, v]), " ", size([[v],[v]])
% expect: [1,2,3] [2,2] [2,1,2]
