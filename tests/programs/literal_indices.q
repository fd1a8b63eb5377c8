% A literal array at computed places, in loops and kernels
t = 0.0
for i=0..2
    for j=0..1
        t += [[1,2],[3,4],[5,6]][i,j]*(i + 10*j)
    end
end
print t
s = 0
for i=0..4
    s += i < 3 ? [10,20,30][i] : -1
end
print s
y = zeros(5,3)
parallel_do(size(y), __kernel__ (pos : ivec2) -> y[pos] = [[1,2],[3,4]][pos[0],pos[1]])
print y
s = 0
try
    for i=0..4
        s += [10,20,30][i]
    end
catch e
    print e
end
try
    for i=0..2
        s += [[1,2],[3,4],[5,6]][i,i]
    end
catch e
    print e
end
% expect: 149
% expect: 58
% expect: [1,2,0]
% expect: [3,4,0]
% expect: [0,0,0]
% expect: [0,0,0]
% expect: [0,0,0]
% expect: index 3 is out of range: 'the array' has 3 elements along dimension 0
% expect: index 2 is out of range: 'the array' has 2 elements along dimension 1
