% Numbers from outside that meet bytes and 16-bit numbers, short ones, others, and short ones again; sums of int32 that
% wrap; rows through pixels and channels alike. Against steps.
function v = weighted(x, before, behind, k)
    v = clamp(x + shr((x - shr(before + behind + 1, 1))*k, 5), 0, 255)
end
function v = cut(a : mat[int16], row : int, r, g, b)
    sum : int32 = a[row,3] + a[row,0]*r + a[row,1]*g + a[row,2]*b
    v = sum
end
function c = compare(x : cube[uint8], s : cube[int16], a : mat[int16], k : int, m : int)
    [h, w, channels] = size(x, 0..2)
    [y, z] = [cube[uint8](h, w, 3), cube[uint8](h, w, 3)]
    [p, q] = [cube[int](h, w, 4), cube[int](h, w, 4)]
    for i = 1..h-2
        for j = 1..w-2
            for c = 0..2
                y[i,j,c] = weighted(x[i,j,c], x[i,j-1,c], x[i-1,j+1,c], k)
            end
        end
    end
    {!interpreted for}
    for i = 1..h-2
        for j = 1..w-2
            for c = 0..2
                z[i,j,c] = weighted(x[i,j,c], x[i,j-1,c], x[i-1,j+1,c], k)
            end
        end
    end
    for i = 0..h-1
        for j = 0..w-1
            p[i,j,0] = cut(a, 0, s[i,j,0], s[i,j,1], s[i,j,2])
            p[i,j,1] = shr(cut(a, 1, s[i,j,0], s[i,j,1], s[i,j,2]), 8)
            p[i,j,2] = max(s[i,j,0]*m - k, s[i,j,1] + k) + (k > s[i,j,2] ? m : shl(s[i,j,2], 3))
            p[i,j,3] = int32(s[i,j,0]*m + k*s[i,j,1]*m)
        end
    end
    {!interpreted for}
    for i = 0..h-1
        for j = 0..w-1
            q[i,j,0] = cut(a, 0, s[i,j,0], s[i,j,1], s[i,j,2])
            q[i,j,1] = shr(cut(a, 1, s[i,j,0], s[i,j,1], s[i,j,2]), 8)
            q[i,j,2] = max(s[i,j,0]*m - k, s[i,j,1] + k) + (k > s[i,j,2] ? m : shl(s[i,j,2], 3))
            q[i,j,3] = int32(s[i,j,0]*m + k*s[i,j,1]*m)
        end
    end
    c = sum(y[:] != z[:]) + sum(p[:] != q[:])
end
function [] = main()
    [h, w] = [67, 83]
    [x, s, a] = [cube[uint8](h, w, 3), cube[int16](h, w, 3), mat[int16](3, 4)]
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..2
                x[i,j,c] = mod(i*7 + j*13 + c*101, 5) == 0 ? 255 : mod(i*31 + j*17 + c, 256)
                s[i,j,c] = mod(i + j, 7) == 0 ? -32768 : mod(i*j, 5) == 0 ? 32767 : mod(i*1201 + j*977 + c*31, 65536) - 32768
            end
        end
    end
    for i = 0..2
        for j = 0..3
            a[i,j] = j == 3 ? -32768 : mod(i + j, 2) == 0 ? 32767 : -32768
        end
    end
    {!interpreted for}
    for k = [16, -7, 32767, -32768, 32768, -32769, 2^40, 5, -9223372036854775807]
        print compare(x, s, a, k, 3), compare(x, s, a, 3, k)
    end
end
% expect: 00
% expect: 00
% expect: 00
% expect: 00
% expect: 00
% expect: 00
% expect: 00
% expect: 00
% expect: 00
