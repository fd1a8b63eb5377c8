% Short arrays that a loop makes: after it both names of one array are there, and arrays of bytes and the like keep the kind of their elements,
% which what is stored into them wraps to (floats saturate). The loops in order say what the numbers are.
for i=0..3
    h = zeros(4)
    h[1] += i*3
    g = h
    g[0] = 7
end
print g, " ", h, " ", shares_data(g, h)
% expect: [7,9,0,0] [7,9,0,0] 1
y = zeros(4)
for i=0..3
    b = vec[uint8](4)
    b[1] = 250
    b[1] += 3*i
    b[2] = -i
    b[3] = 150*(i + 0.75)
    b[and(i,1)] -= 1
    y[i] = b[0] + b[1] + 1000*b[2]
end
print y
% expect: [505,255252,254255,253002]
print b, " ", type(b)
% expect: [0,2,253,255] vec[uint8]
z = zeros(4)
function [] = __kernel__ k(z : vec[scalar], u : mat[int8], pos : int)
    b = vec[uint8](4)
    b[1] = 250
    b[1] += 3*pos
    b[2] = -pos
    w = u[pos,0..2]
    w[0] += 100
    w[mod(pos,3)] -= 30
    z[pos] = b[1] + 8*b[2] + w[0]*0.5 + w[1]*0.25 + w[2]*0.125
end
u = mat[int8](4,3)
u[:,:] = [[100,-120,3],[27,-100,3],[28,7,-128],[-1,-2,-3]]
parallel_do(4, z, u, k)
print z
% expect: [177.375,2388.375,1982,2060.625]
s = zeros(4)
for i=0..3
    w = u[i,0..2]
    w[0] += 100
    w[mod(i,3)] -= 30
    s[i] = w[0]*0.5 + w[1]*0.25 + w[2]*0.125
end
print s
% expect: [-72.625,95.375,-50,33.625]
