% Rows and parts of a matrix that is written where it is indexed.
s = 0
for q=0..999
    d = [[-1,0],[1,0],[0,-1],[0,2]][mod(q,4),:]
    s += d[0]*q + d[1]
end
print s
% loop 3: reduction + s
% expect: 500
x = zeros(9,9)
for n=0..99
    for q=0..3
        p = [4,4] + [[-1,0],[1,0],[0,-1],[0,1]][q,0..1]
        x[p] += 1
    end
end
print x[3..5,3..5]
% expect: [  0,100,  0]
% expect: [100,  0,100]
% expect: [  0,100,  0]
c = [0, 0, 0]
for q=0..8
    c[mod(q,3)] += sum([[1,2],[3,4],[5,6]][[mod(q,3),0],1])
end
print c
% expect: [12,18,24]
y = zeros(2,4)
function [] = __kernel__ k(y : mat, pos : ivec2)
    y[pos] = dotprod([[1,2],[3,4]][pos[0],:], [pos[1],1])
end
parallel_do(size(y), y, k)
print y
% expect: [ 2, 3, 4, 5]
% expect: [ 4, 7,10,13]
try
    for q=0..3
        c[0..1] = [[1,2],[3,4]][q,:]
    end
catch e
    print e
end
% expect: index 2 is out of range: 'the array' has 2 elements along dimension 0
