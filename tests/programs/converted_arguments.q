% An array of ints where a function takes one of scalars: in kernels and loops its elements are converted as they are read
function s = __device__ correlate(x : mat'clamped, f : mat, pos : ivec2)
    s = 0.0
    for a=-1..1
        for b=-1..1
            s += f[a+1,b+1]/2*x[pos+[a,b]]
        end
    end
end
function s = __device__ twice(x : mat'clamped, f : mat, pos : ivec2)
    s = correlate(x, f, pos) + correlate(x, f, pos)
end
x = reshape(0..24, [5,5])
f = [[0,-1,0],[-1,5,-1],[0,-1,0]]
y = zeros(5,5)
parallel_do(size(y), __kernel__ (pos : ivec2) -> y[pos] = twice(x, f, pos))
print y[0,:]
z = zeros(5,5)
for m=0..4
    for n=0..4
        z[m,n] = twice(x, f, [m,n])
    end
end
assert(max(abs(y-z)) == 0)
big = [9007199254740993, 16777217]
function v = __device__ at(x : vec, k : int)
    v = x[k]
end
w = zeros(2)
for k=0..1
    w[k] = at(big, k) - 16777216
end
print w[1]
function [] = spoil(x : mat, v)
    x[0,0] = v
end
try
    for k=0..1
        spoil(f, k)
    end
catch e
    print "refused"
end
print f[0,0]
% So are short arrays and literals, which are given as values.
function s = spoiled(v : vec)
    v[1] = 7
    s = sum(v)
end
function s = spoiled_by_another(v : vec)
    s = spoiled(v)
end
function s = made_anew(v : vec)
    v = v*2
    v[1] = 7
    s = sum(v)
end
t = zeros(2)
try
    for k=0..1
        t[k] = spoiled([2,2])
    end
catch e
    print "refused"
end
try
    for k=0..1
        t[k] = spoiled_by_another([k,2])
    end
catch e
    print "refused"
end
for k=0..1
    t[k] = spoiled([2.5,2]) + spoiled_by_another([0.5,k])
end
print t
for k=0..1
    t[k] = made_anew([k,2])
end
print t
% expect: [-6,-4,-3,-2,0]
% expect: 0
% expect: refused
% expect: 0
% expect: refused
% expect: refused
% expect: [17,17]
% expect: [7,9]
