% Where elements stand, as further results: of unique, ismember, sets, find; what else functions give beside their value. Values of MATLAB and Octave, places from 0.
[u,i,j] = unique([3,1,2,1])
print u, i, j
x = [[3,1],[2,1],[3,1]]
[u,i,j] = unique(x,"rows")
print u, i, j
print unique([3,1,2,1],"stable"), unique(x), unique([2.5,nan,1,nan])
[t,l] = ismember([1,5,9],[5,6,1])
print t, l
[t,l] = ismember(6,[5,6,1])
print t, l
print ismember("a",{"b","a"}), ismember({"a","x"},{"b","a"})
[c,ia,ib] = intersect([1,2,3],[3,1])
print c, ia, ib
[c,ia] = setdiff([1,2,4,3],[3,1])
print c, ia
[c,ia,ib] = union([3,1],[1,7])
print c, ia, ib
[r,c] = find([[0,1],[1,1]])
print r, c
[r,c,v] = find([[0,1.5],[2,3]] > 1)
print r, c, v
[m,f]=mode([1,2,2,3])
print m, f
[p,s,mu] = polyfit([1,2,3,4],[1,4,9,16.5],2)
print p, s.normr, s.df, mu
[l,p] = chol([[1,2],[2,1]])
print p
[l,p] = chol([[2,1],[1,2]])
print p, l
print chol([[2,1],[1,2]])
[z,m,s]=zscore([1,2,3])
print z, m, s
print diag([1,2],1), diag([[1,2],[3,4]],-1), isequal(1,1,1), isequal(1,1,2)
[X,Y,Z]=meshgrid(0..1,0..2,0..3)
print size(X), X[2,1,3], Y[2,1,3], Z[2,1,3]
print interp1([3,2,1],[2,4,6],[1.5,2.5])
try
 [a,b] = ones(3,2)
catch e
 print e
end
[a,b] = ones(2,3)
print a
for k=0..2
 [r,c] = find([[0,k],[1,1]])
 print numel(r)
end
% expect: [1,2,3][1,2,0][2,0,1,0]
% expect: [2,1]
% expect: [3,1][1,0][1,0,1]
% expect: [3,1,2][1,2,3][1,2.5,nan,nan]
% expect: [1,1,0][ 2, 0,-1]
% expect: 11
% expect: 1[1,0]
% expect: [1,3][0,2][1,0]
% expect: [2,4][1,2]
% expect: [1,3,7][1,0][1]
% expect: [0,1,1][1,0,1]
% expect: [0,1,1][1,0,1][1,1,1]
% expect: 22
% expect: [1.8750004,6.648621,6.2187495]0.111803611[2.5,1.2909944]
% expect: 1
% expect: 0[ 1.4142135,         0]
% expect: [0.70710677, 1.2247449]
% expect: [ 1.4142135,         0]
% expect: [0.70710677, 1.2247449]
% expect: [-1,0,1]21
% expect: [0,1,0]
% expect: [0,0,2]
% expect: [0,0,0][3]10
% expect: [3,2,4]123
% expect: [5,3]
% expect: a 3 x 2 array cannot be given to 2 names
% expect: [1,1,1]
% expect: 2
% expect: 3
% expect: 3
