% Local arrays with computed indices, control flow and the operators of kernels.
function [] = __kernel__ median3(x : mat, y : mat, pos : ivec2)
    v = zeros(9)
    k = 0
    for i=-1..1
        for j=-1..1
            v[k] = x[pos+[i,j]]
            k += 1
        end
    end
    for a=0..7
        for b=0..7-a
            if v[b] > v[b+1]
                t = v[b]
                v[b] = v[b+1]
                v[b+1] = t
            end
        end
    end
    y[pos] = v[4]
end
function [] = __kernel__ median(x : mat'mirror, y : mat, r : int, pos : ivec2)
    v = zeros((2*r+1)^2)
    n = 0
    for i=-r..r
        for j=-r..r
            e = x[pos+[i,j]]
            k = n
            while k > 0
                if v[k-1] <= e
                    break
                end
                v[k] = v[k-1]
                k -= 1
            end
            v[k] = e
            n += 1
        end
    end
    y[pos] = v[int(n/2)]
end
function [] = __kernel__ operators(x : vec, y : vec, n : int, pos : int)
    a = periodize(pos-3, 4) + mod(pos, 3)
    b = and(pos, 1) + or(pos, 8) + xor(pos, 3) + shl(1, pos) + shr(16, pos)
    repeat
        a += 1
    until a > 5
    n = n + 1
    c = pos > 2 ? 1 : 2
    match pos with
    | 0 -> c = 10
    | 1 -> c = 20
    | _ -> c += 0
    end
    v = [1.0, 2.0, 3.0]
    M = [[1.0,2.0],[3.0,4.0]]
    u = M*[[1.0],[2.0]]
    w = sum(v) + prod(v) + min(v) + max(v) + dotprod(v, v) + norm([3.0,4.0]) + sum(M[0,:]) + u[1,0]
    i3 : ivec3 = [pos, pos+1, pos+2]
    y[pos] = a + b + n + c + w + sum(i3) + numel(v) + (x[pos] > 2 && pos < 3) + float(pos) + int(2.7)
end
function [] = __kernel__ updates(x : vec, c : cvec, pos : int)
    x[0] *= 2
    x[1] /= 2
    x[2] ^= 2
    x[3] -= pos
    c[0] += 1 + 1j*pos
end
x = zeros(5,5)
for m=0..4
    for n=0..4
        x[m,n] = mod(m*7+n*13, 11)
    end
end
y = zeros(5,5)
parallel_do(size(y), x, y, median3)
print y
% expect: [0,0,2,2,0]
% expect: [2,4,5,4,2]
% expect: [3,5,5,4,2]
% expect: [3,6,5,5,1]
% expect: [0,3,1,3,0]
parallel_do(size(y), x, y, 1, median)
print y
% expect: [7,4,2,4,4]
% expect: [5,4,5,4,4]
% expect: [5,5,5,4,4]
% expect: [5,6,5,5,3]
% expect: [8,8,5,3,3]
w = zeros(5,5)
parallel_do(size(y), x, w, 2, median)
print w[2,2]
% expect: 5
z = zeros(4)
parallel_do(4, [1,2,3,4.0], z, 7, operators)
print z
% expect: [109,117,101,106]
u = [1,1024,2,0.0]
c = cvec(1)
parallel_do(2, u, c, updates)
print u, " ", c[0]
% expect: [4,256,16,-1] 2+1i

% Extents that the statements before give: a later value is no matter of arrays made before.
function [] = __kernel__ counted(y : vec, length : int, pos : int)
    n = 3
    m = 2*n
    a = zeros(n)
    b = zeros(m)
    n = length
    for k = 0..2
        a[k] = k + pos
    end
    for k = 0..m-1
        b[k] = a[mod(k,3)]*n
    end
    c = zeros(n)
    c[n-1] = sum(b)
    y[pos] = sum(c) + numel(a) + numel(b) + numel(c)
end
y = zeros(3)
parallel_do(3, y, 4, counted)
print y
% expect: [37,61,85]
