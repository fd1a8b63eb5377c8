% parallel_do and serial_do inside kernels and device functions: the thread goes through the positions itself.
function [] = __kernel__ scale_row(x : mat, y : mat, row : int, factor : scalar, pos : int)
    y[row,pos] = factor*x[row,pos]
end
function [] = __kernel__ rows(x : mat, y : mat, pos : int)
    if mod(pos,2) == 0
        parallel_do(size(x,1), x, y, pos, 2, scale_row)
    else
        serial_do([size(x,1), 32], x, y, pos, -1.0, scale_row)
    end
end
x = reshape(0..11,[3,4])*1.0
y = zeros(3,4)
parallel_do(3, x, y, rows)
print y
% expect: [ 0, 2, 4, 6]
% expect: [-4,-5,-6,-7]
% expect: [16,18,20,22]

% A block of two dimensions for each place; the kernel is nested, returns early and adds into one element.
function [] = main()
    n = 2
    function [] = __kernel__ tile(im : mat'mirror, total : vec, from : ivec2, pos : ivec2)
        at = from + pos
        if at[0] == at[1]
            return
        end
        total[n] += im[at + [1,1]]
    end
    function [] = __device__ sum_tile(im : mat, total : vec, from : ivec2)
        parallel_do([2,3], im, total, from, tile)
    end
    function [] = __kernel__ tiles(im : mat, total : vec, pos : ivec2)
        sum_tile(im, total, [2*pos[0], 3*pos[1]])
    end
    im = reshape(1..24,[4,6])*1.0
    total = zeros(3)
    parallel_do([2,2], im, total, tiles)
    s = 0.0
    wrapped : mat'mirror = im
    for m=0..3
        for k=0..5
            s += m == k ? 0 : wrapped[m+1,k+1]
        end
    end
    print total, " ", s
    % expect: [0,0,360] 360

    % a lambda, extents that depend on the thread, launches in launches
    y = zeros(4)
    inner = __kernel__ (v, i, p, pos) -> v[i] += (pos+1)*(p+1)
    function [] = __kernel__ middle(v, i, pos)
        parallel_do(i+1, v, i, pos, inner)
    end
    function [] = __kernel__ outer(v : vec, pos : int)
        parallel_do(2, v, pos, middle)
    end
    parallel_do(4, y, outer)
    print y
    % expect: [3,9,18,30]
end
