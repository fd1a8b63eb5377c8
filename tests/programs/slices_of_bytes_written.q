% A slice of bytes is an array of bytes: what is stored into it wraps, in loops as outside.
function d = differ(by, h : mat[half])
    y = zeros(2,3)
    z = zeros(2,3)
    for r=0..1
        m = by[r,0..2]
        m[0] += 200
        m[1] = 300
        k = h[r,0..2]
        k[0] = 1/3
        y[r,0..2] = m + k
    end
    {!interpreted for}
    for r=0..1
        m = by[r,0..2]
        m[0] += 200
        m[1] = 300
        k = h[r,0..2]
        k[0] = 1/3
        z[r,0..2] = m + k
    end
    print y
    d = sum(y != z)
end
by = reshape(cast([250,20,30,40,50,60], uint8), [2,3])
print differ(by, mat[half](2,3))
% expect: [194.33325,       44,       30]
% expect: [240.33325,       44,       60]
% expect: 0
