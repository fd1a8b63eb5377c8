% Every form of index, read and written.
x = 0..9
print x[2..4], x[8..-2..2], x[[1,2,5]], x[x > 6], x[:]
% expect: [2,3,4][8,6,4,2][1,2,5][7,8,9][0,1,2,3,4,5,6,7,8,9]
x[2..4] += 100
x[[0,1]] = [7,8]
x[x > 50] = -1
print x
% expect: [7,8,-1,-1,-1,5,6,7,8,9]
x[9..-1..7] = [1,2,3]
print x
% expect: [7,8,-1,-1,-1,5,6,3,2,1]
A = reshape(0..11, [3,4])
print A[1,:], " ", size(A[:,1]), " ", size(A[1,:]), " ", A[5], " ", A[2,[3,0]], " ", A[[0,1]], " ", A[[0,1,2]]
% expect: [4,5,6,7] [3,1] [1,4] 5 [11,8] 1 [0,1,2]
print A[0..1, 1..2]
% expect: [1,2]
% expect: [5,6]
A[:,2] = 0
A[1,:] = [9,9,9,9]
A[0..1,0..1] += 10
print A
% expect: [10,11, 0, 3]
% expect: [19,19, 9, 9]
% expect: [ 8, 9, 0,11]
p = [1,1]
print A[p], " ", A[p+[1,0]]
% expect: 19 9
A[p] = 55
A[A < 5] = 5
print A
% expect: [10,11, 5, 5]
% expect: [19,55, 9, 9]
% expect: [ 8, 9, 5,11]
A[:,0] = [1,2,3]
A[2,:] = A[1,:]
print A
% expect: [ 1,11, 5, 5]
% expect: [ 2,55, 9, 9]
% expect: [ 2,55, 9, 9]
A[:] = 1
print sum(A)
% expect: 12
C = zeros(2,3,2)
C[1,2,0..1] = [4,5]
print C[1,2,:], " ", size(C[:,:,1]), size(C[1,:,:]), size(C[0..1,0,0]), size(C[0,0,:])
% expect: [4,5] [2,3][1,3,2][2,1][1,2]
C[:,:,0] = [[1,2,3],[4,5,6]]
C[:,:,[1,0]] = C[:,:,[0,1]]
print C[:,:,1], " ", C[1,2,0]
% expect: [1,2,3]
% expect: [4,5,6] 5
C[0,:,:] = 8
print sum(C[0,:,:])
% expect: 48
v = [1,2,3]
print v[0,1], " ", v[[[0,1],[2,0]]]
% expect: 2 [1,2]
% expect: [3,1]
catch_me = zeros(3)
try
  catch_me[3] = 1
catch e
  print e
end
% expect: index 3 is out of range: 'catch_me' has 3 elements along dimension 0
try
  v[0..1] = [1,2,3]
catch e
  print e
end
% expect: 3 elements cannot be stored into 2
n = 5
print n[0]
% expect: 5
s = "hello"
print s[1], " ", s[1..3], " ", numel(s), " ", s + " world", " ", "abc" < "abd", " ", "n = " + 3
% expect: e ell 5 hello world 1 n = 3
B : mat'mirror = [[1,2],[3,4]]
print B[-1,-1], " ", B[2,3], " ", B[-1..2, 0]
% expect: 4 3 [3]
% expect: [1]
% expect: [3]
% expect: [3]
S : vec'safe = [1,2,3]
S[7] = 4
print S[5], " ", S[-1..1]
% expect: 0 [0,1,2]
D = zeros(2,3)
D[:,:] = [1,2,3]
print D
% expect: [1,2,3]
% expect: [1,2,3]

% Many places of each row, that do not follow each other.
wide = reshape(0..5*100-1, [5,100])
places = mod((0..39)*37, 100)
picked = wide[1..3, places]
wrong = 0
for i = 0..2
    for j = 0..39
        wrong += picked[i,j] != wide[i+1, places[j]]
    end
end
print size(picked), " ", wrong, " ", sum(wide[:, places] != transpose(transpose(wide)[places, :]))
% expect: [3,40] 0 0
bytes = cast(mod(wide, 251), uint8)
print sum(bytes[[4,0], places] != cast(mod(wide[[4,0], places], 251), uint8)), " ", sum(sum(complex(wide, -wide)[:, places] != complex(wide[:, places], -wide[:, places])))
% expect: 0 0
