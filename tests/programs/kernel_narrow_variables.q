% Variables of kernels that are declared as small ints wrap as elements do. On the host they lie in memory of their width, a lane beside the next.
function [] = __kernel__ count(x : mat[uint8]'unchecked, low : mat[uint8]'unchecked, y : mat'unchecked, z : mat'unchecked, w : mat'unchecked, pos : ivec2)
    least : uint8 = low[pos]
    below : uint8 = 0
    above : int8 = 0
    mixed : uint16 = 0
    for p = 0..24
        for q = 0..19
            below += x[pos[0]+p, pos[1]+q] < least ? 1 : 0
            above -= x[pos[0]+p, pos[1]+q] > least ? 1 : 0
            mixed = mod(p + q, 3) == 1 ? mixed*3 + x[pos[0]+p, pos[1]+q] : below
        end
    end
    y[pos] = below
    z[pos] = above
    w[pos] = mixed
end
function v : int = wrapped(n : int, count : int, least : int)
    v = periodize(n - least, count) + least
end
x = mat[uint8](60, 55)
for i = 0..59
    for j = 0..54
        x[i,j] = mod(37*i*i + 91*j + i*j, 251)
    end
end
[y, z, w] = [uninit(36,36), uninit(36,36), uninit(36,36)]
parallel_do([36,36], x, x, y, z, w, count)
bad = 0
for i = 0..5..35
    for j = 0..7..35
        [below, above, mixed] = [0, 0, 0]
        for p = 0..24
            for q = 0..19
                below += x[i+p,j+q] < x[i,j] ? 1 : 0
                above += x[i+p,j+q] > x[i,j] ? 1 : 0
                mixed = mod(p + q, 3) == 1 ? wrapped(mixed*3 + x[i+p,j+q], 65536, 0) : wrapped(below, 256, 0)
            end
        end
        bad += y[i,j] != wrapped(below, 256, 0) || z[i,j] != wrapped(-above, 256, -128) || w[i,j] != mixed ? 1 : 0
    end
end
print bad, " ", max(y) < 256 && max(y) > 200, " ", min(z) >= -128 && min(z) < -100, " ", max(w) > 256
% expect: 0 1 1 1
