% Ints that are updated by floats become int(x op e), in kernels as outside: *= 1.5, -= 0.75, whatever the operator; powers with literal exponents
% stay ints, exactly. Elements of bytes saturate then, and wrap for ints. Expected numbers: Python's ints.
k = 3037000499
k ^= 2
print k, " ", type(k)
% expect: 9223372030926249001 int
v = [3037000499, 3, 4]
v[0] ^= 2
v[1..2] ^= 3
print v
% expect: [9223372030926249001,27,64]
w = vec[uint8](3)
w[:] = [126, 3, 200]
w[0] ^= 2
w[1..2] *= 1.7
print w
% expect: [4,5,255]
function [] = __device__ update(n : ivec, b : vec[uint8], i : int)
    n[i] *= 1.5
    n[i] -= 0.75
    n[i] /= 2
    n[i] ^^= 1.5
    n[i] ^= 3
    b[i] *= 1.7
    b[i] -= 20
end
function [] = __kernel__ all_of(n : ivec, b : vec[uint8], pos : int)
    update(n, b, pos)
end
n = ivec(6)
b = vec[uint8](6)
n[:] = [7, -9, 20, 1500001, 3, 4]
b[:] = [0, 10, 100, 150, 151, 255]
m = copy(n)
c = copy(b)
parallel_do(6, n, b, all_of)
print n, " ", b
% expect: [64,1,2744,1423828125000000000,1,8] [236,253,150,235,235,235]
for i=0..5
    update(m, c, i)
end
print m, " ", c
% expect: [64,1,2744,1423828125000000000,1,8] [236,253,150,235,235,235]
% Local arrays that say that they hold ints do so in kernels too.
y = zeros(4)
function [] = __kernel__ locals(y : vec, pos : int)
    h = ivec(3)
    h[1] = 5 + pos
    h[1] /= 2
    h[mod(pos,3)] += 1.75
    g = vec[uint8](3)
    g[0] = 200
    g[0] *= 1.25 + pos*0.1
    y[pos] = h[0] + 10*h[1] + 100*h[2] + 1000*g[0]
end
parallel_do(4, y, locals)
print y
% expect: [250021,255040,255130,255041]
