% dtcwt.q: dual-tree complex wavelet transforms of images and cubes (Kingsbury 2001; Selesnick, Baraniuk and Kingsbury, The
% dual-tree complex wavelet transform, IEEE Signal Processing Magazine 22(6), 2005). Two orthogonal transforms run side by
% side along each dimension; their wavelets are Hilbert transforms of each other. w1 and w2 are 2 x N matrices: row t holds
% the low-pass filter of tree t, w1 for the first scale (filtercoeff_farras), w2 for the others (filtercoeff_selcw[3,1],
% filtercoeff_dualfilt). Borders are periodic; extents are multiples of 2^J. All transforms are tight frames: the sum of the
% squares of the coefficients is that of the input, and the inverse is the transpose.

% The rows that the trees t0, t1, t2 take along the dimensions 0, 1, 2.
function f = lib_tree_filters(w, t0 : int, t1 : int, t2 : int)
    n = size(w,1)
    f = zeros(3, n)
    for k = 0..n-1
        f[0,k] = w[t0,k]
        f[1,k] = w[t1,k]
        f[2,k] = w[t2,k]
    end
end

% w = dtcwt2d(x, w1, w2, J): a cell of J+1 items. w[j][r,c][i], j < J: scale j (0 the finest), band i (low/high, high/low,
% high/high along the dimensions 0/1). w[j][0,0] and w[j][1,1] are sum and difference, divided by sqrt(2), of the trees
% (0,0) and (1,1), w[j][0,1] and w[j][1,0] those of (0,1) and (1,0): real and imaginary parts (r = 0, r = 1) of six oriented
% complex bands. w[J][r,c] are the low bands of the four trees.
function w = dtcwt2d(x : mat, w1 : mat, w2 : mat, J : int)
    w = cell(J+1)
    for j = 0..J
        w[j] = cell(2,2)
    end
    for r = 0..1
        for c = 0..1
            y = lib_wavelet_untiled(lib_as_cube(x*0.5), lib_tree_filters(w1, r, c, 0), lib_tree_filters(w2, r, c, 0), J, 2)
            y = lib_with_rank(y, 2)
            for j = 0..J-1
                w[j][r,c] = lib_bands2d(y, j)
            end
            w[J][r,c] = lib_low_band(y, J)
        end
    end
    for j = 0..J-1
        lib_sum_and_difference(w[j])
    end
end

% x = idtcwt2d(w, w1, w2, J): undoes dtcwt2d; w stays as it is.
function x = idtcwt2d(w, w1 : mat, w2 : mat, J : int)
    low = w[J][0,0]
    x = zeros(int(size(low,0)*2^J), int(size(low,1)*2^J))
    trees = cell(J+1)
    for j = 0..J-1
        trees[j] = copy(w[j])
        lib_sum_and_difference(trees[j])
    end
    for r = 0..1
        for c = 0..1
            y = zeros(size(x,0), size(x,1))
            low = w[J][r,c]
            y[0..size(low,0)-1, 0..size(low,1)-1] = low
            for j = 0..J-1
                lib_put_bands2d(y, trees[j][r,c], j)
            end
            z = lib_wavelet_untiled_back(lib_as_cube(y), lib_tree_filters(w1, r, c, 0), lib_tree_filters(w2, r, c, 0), J, 2)
            x = x + 0.5*lib_with_rank(z, 2)
        end
    end
end

% (a, b) -> ((a+b)/sqrt(2), (a-b)/sqrt(2)) of the bands of the trees (0,0), (1,1) and (0,1), (1,0); its own inverse.
function [] = lib_sum_and_difference(s)
    scale = 1/sqrt(2.0)
    for i = 0..2
        a = s[0,0][i]
        b = s[1,1][i]
        s[0,0][i] = (a + b)*scale
        s[1,1][i] = (a - b)*scale
        a = s[0,1][i]
        b = s[1,0][i]
        s[0,1][i] = (a + b)*scale
        s[1,0][i] = (a - b)*scale
    end
end

% b = dtcwt3d_untiled(x, w1, w2, J): the oriented real dual-tree transform of a cube: a cell of four cubes of the size of x.
% In each the bands lie where an orthogonal transform has them (the low band of scale J at the origin, extents size/2^J).
% The trees are (0,0,0), (1,1,0), (1,0,1), (0,1,1); outside the low band their bands p, q, r, s are combined to
% (p-q-r-s)/2, (p-q+r+s)/2, (p+q-r+s)/2, (p+q+r-s)/2, each with one orientation (Selesnick and Li 2003).
function b = dtcwt3d_untiled(x : cube, w1 : mat, w2 : mat, J : int)
    b = cell(4)
    for t = 0..3
        [t0, t1, t2] = lib_tree3(t)
        b[t] = lib_wavelet_untiled(x*0.5, lib_tree_filters(w1, t0, t1, t2), lib_tree_filters(w2, t0, t1, t2), J, 3)
    end
    [p, q, r, s] = lib_orient3(b[0], b[1], b[2], b[3], J, 1)
    b[0] = p
    b[1] = q
    b[2] = r
    b[3] = s
end

% x = idtcwt3d_untiled(b, w1, w2, J): undoes dtcwt3d_untiled; b stays as it is.
function x = idtcwt3d_untiled(b, w1 : mat, w2 : mat, J : int)
    trees = cell(4)
    [p, q, r, s] = lib_orient3(b[0], b[1], b[2], b[3], J, -1)
    trees[0] = p
    trees[1] = q
    trees[2] = r
    trees[3] = s
    x = zeros(size(p,0), size(p,1), size(p,2))
    for t = 0..3
        [t0, t1, t2] = lib_tree3(t)
        x = x + 0.5*lib_wavelet_untiled_back(trees[t], lib_tree_filters(w1, t0, t1, t2), lib_tree_filters(w2, t0, t1, t2), J, 3)
    end
end

% Which tree runs along each dimension.
function [t0, t1, t2] = lib_tree3(t : int)
    t0 = t == 1 || t == 2 ? 1 : 0
    t1 = t == 1 || t == 3 ? 1 : 0
    t2 = t == 2 || t == 3 ? 1 : 0
end

% The orthogonal combination of four trees outside their low bands: direction 1 forward, -1 back (the transpose).
function [e, f, g, h] = lib_orient3(p, q, r, s, J : int, direction : int)
    [n0, n1, n2] = [size(p,0), size(p,1), size(p,2)]
    step = int(2^J)
    [l0, l1, l2] = [int(n0/step), int(n1/step), int(n2/step)]
    e = zeros(n0, n1, n2)
    f = zeros(n0, n1, n2)
    g = zeros(n0, n1, n2)
    h = zeros(n0, n1, n2)
    for i = 0..n0-1
        for j = 0..n1-1
            for k = 0..n2-1
                a = p[i,j,k]
                b = q[i,j,k]
                c = r[i,j,k]
                d = s[i,j,k]
                if i < l0 && j < l1 && k < l2
                    e[i,j,k] = a
                    f[i,j,k] = b
                    g[i,j,k] = c
                    h[i,j,k] = d
                elseif direction > 0
                    e[i,j,k] = 0.5*(a - b - c - d)
                    f[i,j,k] = 0.5*(a - b + c + d)
                    g[i,j,k] = 0.5*(a + b - c + d)
                    h[i,j,k] = 0.5*(a + b + c - d)
                else
                    e[i,j,k] = 0.5*(a + b + c + d)
                    f[i,j,k] = 0.5*(c + d - a - b)
                    g[i,j,k] = 0.5*(b + d - a - c)
                    h[i,j,k] = 0.5*(b + c - a - d)
                end
            end
        end
    end
end

% complex_orthogonal_wavelet(w): the 2 x N filters of a table as dtcwt3d_untiled, dtcwt2d and their inverses take them: low-pass
% rows of norm 1, real and imaginary part of one complex wavelet. Published programs call it or give the tables themselves;
% the tables here have that norm, and both give the same transform.
function f = complex_orthogonal_wavelet(w : mat)
    f = w*1.0
end
