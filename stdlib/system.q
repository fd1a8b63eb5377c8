% system.q: questions about arrays, joining and rearranging them, small matrices, cells.
% What the language itself has (any all std var mean median sum find sort linspace ...) needs no import; `import "system.q"`
% is accepted all the same.

% ---- questions ------------------------------------------------------------------------------------------------------

% isempty(x): whether the array or cell has no element.
function y = isempty(x)
    y = numel(x) == 0
end

% isscalar(x): whether there is exactly one element.
function y = isscalar(x)
    y = numel(x) == 1
end

% isvector(x): whether all elements lie along one dimension.
function y = isvector(x)
    y = numel(x) == max(size(x))
end

% rank(x) as the type has it: 1 for a vec, 2 for a matrix, 3 for a cube. (ndims counts a vec as a matrix of one row.)
function r : int = lib_rank[T](x : vec[T])
    r = 1
end
function r : int = lib_rank[T](x : mat[T])
    r = 2
end
function r : int = lib_rank[T](x : cube[T])
    r = 3
end
function r : int = lib_rank(x : scalar)
    r = 1
end

% isrow(x), iscolumn(x), ismatrix(x): by the extents alone.
function y = isrow(x)
    y = size(x,0) == 1 && numel(x) == size(x,1)
end
function y = iscolumn(x)
    y = size(x,1) == 1 && numel(x) == size(x,0)
end
function y = ismatrix(x)
    y = size(x,0)*size(x,1) == numel(x)
end

% issquare(x): a matrix with as many rows as columns.
function y = issquare(x)
    y = ismatrix(x) && size(x,0) == size(x,1)
end

% iscomplex(x), isreal(x): whether the elements are complex numbers.
function y = iscomplex(x)
    y = type(x) == "cscalar" || type(x) == "cvec" || type(x) == "cmat" || type(x) == "ccube" || type(x) == "vec[cscalar]" || type(x) == "mat[cscalar]" || type(x) == "cube[cscalar]"
end
function y = isreal(x)
    y = !iscomplex(x)
end

% isequal(a, b): the same extents and the same elements.
function y = isequal(a, b)
    y = false
    if ndims(a) == ndims(b) && numel(a) == numel(b)
        if all(size(a) == size(b))
            y = numel(a) == 0 ? true : all(a == b)
        end
    end
end

function y = isequal(a, b, ...more)
    y = isequal(a, b)
    for k = 0..numel(more)-1
        y = y && isequal(a, more[k])
    end
end

% nextpow2(n): the smallest power of two that is not less than n, element by element (the power itself, not its exponent);
% 1 for n <= 1; an error beyond 2^62.
function y = nextpow2(n : int)
    if n > 4611686018427387904
        error("nextpow2: beyond 2^62")
    end
    y = 1
    while y < n
        y = 2*y
    end
end
function y = nextpow2(n : scalar)
    y = isnan(n) ? n : nextpow2(int(ceil(n)))
end
function y = nextpow2(n : cube{:})
    y = copy(n)
    for k = 0..numel(n)-1
        y[k] = nextpow2(n[k])
    end
end

% ---- joining --------------------------------------------------------------------------------------------------------

% The extents of x, filled up with 1 to three of them.
function s = lib_size3(x)
    s = [size(x,0), size(x,1), size(x,2)]
end

% cat(dim, a, b, ...): the arrays one after another along dimension 0, 1 or 2; the other extents are equal. Empty arrays are
% passed over.
function y = cat(dim : int, ...items)
    total = [0,0,0]
    count = 0
    flat = true
    for k = 0..numel(items)-1
        s = lib_size3(items[k])
        if s[0]*s[1]*s[2] != 0
            flat = flat && s[2] == 1
            if count == 0
                total = s
            else
                for d = 0..2
                    if d != dim && s[d] != total[d]
                        error(sprintf("cat: argument %d has extent %d in dimension %d, not %d", k, s[d], d, total[d]))
                    end
                end
                total[dim] = total[dim] + s[dim]
            end
            count = count + 1
        end
    end
    if flat && dim < 2
        y = zeros(total[0], total[1])
        at = 0
        for k = 0..numel(items)-1
            s = lib_size3(items[k])
            if s[0]*s[1]*s[2] != 0
                if dim == 0
                    y[at..at+s[0]-1, :] = items[k]
                else
                    y[:, at..at+s[1]-1] = items[k]
                end
                at = at + s[dim]
            end
        end
        if total[0] == 1
            y = reshape(y, [total[1]])
        end
    else
        y = zeros(total[0], total[1], total[2])
        at = 0
        for k = 0..numel(items)-1
            s = lib_size3(items[k])
            if s[0]*s[1]*s[2] != 0
                if dim == 0
                    y[at..at+s[0]-1, :, :] = items[k]
                elseif dim == 1
                    y[:, at..at+s[1]-1, :] = items[k]
                else
                    part = items[k]
                    for c = 0..s[2]-1
                        y[:, :, at+c] = part[:,:,c]
                    end
                end
                at = at + s[dim]
            end
        end
    end
end

% vertcat(a, b, ...): one below another. horzcat(a, b, ...): side by side.
function y = vertcat(...items)
    y = cat(0, ...items)
end
function y = horzcat(...items)
    y = cat(1, ...items)
end

% ---- rearranging ----------------------------------------------------------------------------------------------------

% fliplr(x): columns in reverse order. flipud(x): rows in reverse order. Of vecs, matrices and cubes.
function y = fliplr(x)
    n = size(x,1)
    if lib_rank(x) == 1
        y = x[(n-1)..-1..0]
    elseif ndims(x) == 2
        y = x[:, (n-1)..-1..0]
    else
        y = x[:, (n-1)..-1..0, :]
    end
end
function y = flipud(x)
    m = size(x,0)
    if lib_rank(x) == 1
        y = copy(x)
    elseif ndims(x) == 2
        y = x[(m-1)..-1..0, :]
    else
        y = x[(m-1)..-1..0, :, :]
    end
end

% rot90(x, k): a matrix, or each channel of a cube, turned k quarters counterclockwise.
function y = rot90(x, k : int = 1)
    q = periodize(k, 4)
    if q == 1
        y = flipud(transpose(x))
    elseif q == 2
        y = flipud(fliplr(x))
    elseif q == 3
        y = fliplr(transpose(x))
    else
        y = copy(x)
    end
end

% circshift(x, s): elements moved cyclically, y[i] = x[i-s]. s is a number (along dimension 0; along dimension 1 when there is one row) or
% one shift for each of the first dimensions.
function y = circshift(x : cube{:}, s)
    m = size(x,0)
    n = size(x,1)
    c = int(numel(x) / max(m*n, 1))
    dm = 0
    dn = 0
    dc = 0
    if numel(s) == 1
        if m == 1
            dn = int(s)
        else
            dm = int(s)
        end
    else
        dm = int(s[0])
        dn = int(s[1])
        if numel(s) > 2
            dc = int(s[2])
        end
    end
    y = copy(x)
    for i = 0..m-1
        for j = 0..n-1
            for k = 0..c-1
                y[(i*n + j)*c + k] = x[(periodize(i-dm, m)*n + periodize(j-dn, n))*c + periodize(k-dc, c)]
            end
        end
    end
end

% fftshift(x): the element of frequency 0 moves to floor(size/2) in the first two dimensions; ifftshift undoes it.
function y = fftshift(x : cube{:})
    y = circshift(x, [int(size(x,0)/2), int(size(x,1)/2)])
end
function y = ifftshift(x : cube{:})
    y = circshift(x, [-int(size(x,0)/2), -int(size(x,1)/2)])
end

% [X, Y] = meshgrid(x, y): X[i,j] = x[j], Y[i,j] = y[i]; numel(y) x numel(x). [I, J] = ndgrid(a, b): I[i,j] = a[i], J[i,j] = b[j].
function [gx, gy] = meshgrid(x, y)
    gx = zeros(numel(y), numel(x))
    gy = zeros(numel(y), numel(x))
    for i = 0..numel(y)-1
        for j = 0..numel(x)-1
            gx[i,j] = x[j]
            gy[i,j] = y[i]
        end
    end
end
function [gx, gy] = meshgrid(x)
    [gx, gy] = meshgrid(x, x)
end
function [gi, gj] = ndgrid(a, b)
    [gj, gi] = meshgrid(b, a)
end
function [gi, gj, gk] = ndgrid(a, b, c)
    [l, m, n] = [numel(a), numel(b), numel(c)]
    gi = repmat(reshape(a, [l, 1, 1]), 1, m, n)
    gj = repmat(reshape(b, [1, m, 1]), l, 1, n)
    gk = repmat(reshape(c, [1, 1, n]), l, m, 1)
end
function [gx, gy, gz] = meshgrid(x, y, z)
    [gy, gx, gz] = ndgrid(y, x, z)
end

% ---- small matrices -------------------------------------------------------------------------------------------------

% Each for real and for complex matrices.

% diag(x): of a matrix its main diagonal as a vec; of a vector the square matrix that has it as diagonal.
function y = diag(x : mat)
    y = lib_diag(x)
end
function y = diag(x : cmat)
    y = lib_diag(x)
end
function y = lib_diag(x)
    if size(x,0) == 1 || size(x,1) == 1
        y = diagm(x)
    else
        y = lib_zeros(x, 1, min(size(x,0), size(x,1)))[0,:]
        for k = 0..numel(y)-1
            y[k] = x[k,k]
        end
    end
end

% diag(x, k): the k-th diagonal above the main one (below for k < 0), or the matrix that has a vec there.
function y = diag(x, k : int)
    if isvector(x)
        n = numel(x) + abs(k)
        y = lib_zeros(x, n, n)
        for i = 0..numel(x)-1
            y[i + max(-k, 0), i + max(k, 0)] = x[i]
        end
    else
        n = max(min(size(x,0) - max(-k, 0), size(x,1) - max(k, 0)), 0)
        y = iscomplex(x) ? czeros(n) : zeros(n)
        for i = 0..n-1
            y[i] = x[i + max(-k, 0), i + max(k, 0)]
        end
    end
end

% diagm(v): the n x n matrix with the n elements of v on its diagonal.
function y = diagm(v : mat)
    y = lib_diagm(v)
end
function y = diagm(v : cmat)
    y = lib_diagm(v)
end
function y = lib_diagm(v)
    y = lib_zeros(v, numel(v), numel(v))
    for k = 0..numel(v)-1
        y[k,k] = v[k]
    end
end

% trace(x): the sum of the main diagonal.
function y = trace(x : scalar)
    y = x
end
function y = trace(x : mat)
    y = lib_trace(x)
end
function y = trace(x : cmat)
    y = lib_trace(x)
end
function y = lib_trace(x)
    if min(size(x,0), size(x,1)) == 1
        y = x[0,0]
    else
        y = sum(diag(x))
    end
end

% tril(x, k), triu(x, k): x below (above) the k-th diagonal with it, 0 elsewhere.
function y = tril(x : mat, k : int = 0)
    y = zeros(size(x))
    lib_triangle(x, y, k, true)
end
function y = tril(x : cmat, k : int = 0)
    y = 1.0*x
    lib_clear_triangle(y, k, true)
end
function y = triu(x : mat, k : int = 0)
    y = zeros(size(x))
    lib_triangle(x, y, k, false)
end
function y = triu(x : cmat, k : int = 0)
    y = 1.0*x
    lib_clear_triangle(y, k, false)
end
function y : scalar = tril(x : scalar, k : int = 0)
    y = k < 0 ? 0.0 : x
end
function y : scalar = triu(x : scalar, k : int = 0)
    y = k > 0 ? 0.0 : x
end
function [] = lib_triangle(x, y, k : int, below)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = (below ? j - i > k : j - i < k) ? 0 : x[i,j]
        end
    end
end

% The same in place, row by row: half the pairs of complex numbers are not moved.
function [] = lib_clear_triangle(y, k : int, below)
    for i = 0..size(y,0)-1
        first = below ? max(i+k+1, 0) : 0
        last = below ? size(y,1)-1 : min(i+k-1, size(y,1)-1)
        for j = first..last
            y[i,j] = 0
        end
    end
end

% kron(a, b): Kronecker product, (ma*mb) x (na*nb).
function y = kron(a : scalar, b)
    y = a*b
end
function y = kron(a : mat, b : scalar)
    y = a*b
end
function y = kron(a : mat, b : mat)
    y = lib_kron(a, b)
end
function y = kron(a : cmat, b : cmat)
    y = lib_kron(a, b)
end
function y = lib_kron(a, b)
    y = reshape(reshape(1.0*a, size(a,0), 1, size(a,1), 1) .* reshape(b, 1, size(b,0), 1, size(b,1)), size(a,0)*size(b,0), size(a,1)*size(b,1))
end

% m x n zeros that take the elements of x.
function y = lib_zeros(x, m : int, n : int)
    y = iscomplex(x) ? czeros(m, n) : zeros(m, n)
end

% cross(a, b): vector product of two vectors of three elements, of columns a column. Of matrices of 3 rows those of their columns, of
% 3 columns those of their rows; along dimension dim, where it is given.
function y = cross(a, b, dim = -1)
    if dim < 0 && size(a,0) == 1 && size(b,0) == 1
        if numel(a) != 3 || numel(b) != 3
            error(sprintf("cross: vectors of %d and %d elements; both have 3", numel(a), numel(b)))
        end
        y = [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]
    elseif dim < 0 && numel(a) == 3 && numel(b) == 3 && size(a,0) != size(b,0)
        y = cross(a[:], b[:])
    else
        y = lib_cross_along(a, b, dim < 0 ? (size(a,0) == 3 ? 0 : 1) : dim)
    end
end
function y = lib_cross_along(a, b, dim : int)
    if dim < 0 || dim > 1 || size(a,dim) != 3 || size(a,0) != size(b,0) || size(a,1) != size(b,1)
        error("cross: matrices of ", size(a,0), " x ", size(a,1), " and ", size(b,0), " x ", size(b,1), "; vectors of 3 elements lie along the dimension")
    end
    y = dim == 0 ? transpose(lib_cross(transpose(a), transpose(b))) : lib_cross(a, b)
end
function y = lib_cross(a, b)
    y = lib_zeros(a.*b, size(a,0), 3)
    for k = 0..2
        [p, q] = [mod(k + 1, 3), mod(k + 2, 3)]
        y[:,k] = a[:,p].*b[:,q] - a[:,q].*b[:,p]
    end
end

% mean2(x), std2(x): mean and standard deviation (n-1) of all elements.
function y = mean2(x)
    y = mean(x)
end
function y = std2(x)
    y = std(x)
end

% deg2rad, rad2deg: element by element.
function y = deg2rad(x)
    y = x*(pi/180)
end
function y = rad2deg(x)
    y = x*(180/pi)
end

% psnr(x, y, peak): 10 log10(peak^2 / mean((x-y)^2)) in dB.
function y = psnr(a, b, peak : scalar = 255)
    y = 10*log10(peak*peak/mse(a, b))
end

% mse(x, y): the mean of the squared differences, of complex numbers of their squared sizes.
function y = mse(a, b)
    d = a - b
    y = iscomplex(d) ? mean(real(d).^2 + imag(d).^2) : mean(d.^2)
end

% ---- cells ----------------------------------------------------------------------------------------------------------

% lincell(c): the items of cells within cells as one cell, in order; arrays are shared, not copied.
function y = lincell(c)
    n = lib_count_items(c)
    y = cell(n)
    lib_fill_items(c, y, 0)
end
function n = lib_count_items(c)
    n = 0
    for k = 0..numel(c)-1
        if type(c[k], cell)
            n = n + lib_count_items(c[k])
        else
            n = n + 1
        end
    end
end
function next = lib_fill_items(c, y, at)
    next = at
    for k = 0..numel(c)-1
        if type(c[k], cell)
            next = lib_fill_items(c[k], y, next)
        else
            y[next] = c[k]
            next = next + 1
        end
    end
end

% ---- other names and order -------------------------------------------------------------------------------------------

% mirror_ext(n, N): the index in 0..N-1 that the boundary mode 'mirror reads for n, as periodize(n, N) is that of 'circular.
function q : int = __device__ mirror_ext(n : int, N : int)
    q = periodize(abs(n), 2*N)
    q = q >= N ? 2*N-1-q : q
end

% shuffledims(x, order): permute under Quasar's name.
function y = shuffledims(x, order)
    y = permute(x, order)
end

% fftshift1(x), ifftshift1(x): fftshift along the last dimension, as fft1 transforms it; fftshift2, ifftshift2: over the first two.
function y = fftshift1(x)
    d = lib_last_dimension(x)
    y = circshift(x, int(size(x, d)/2), d)
end
function y = ifftshift1(x)
    d = lib_last_dimension(x)
    y = circshift(x, -int(size(x, d)/2), d)
end
function y = fftshift2(x)
    y = fftshift(x)
end
function y = ifftshift2(x)
    y = ifftshift(x)
end
% Where size(x, d) counts the elements of a line: a vec is a row.
function d = lib_last_dimension(x)
    d = max(ndims(x), 2) - 1
end

% ---- positions and linear indices ------------------------------------------------------------------------------------

% ind2pos(dims, k): the position of the element with the row-major index k in an array of the extents `dims` (two or three).
function p : ivec2 = __device__ ind2pos(dims : ivec2, k : int)
    p = [int(k / dims[1]), mod(k, dims[1])]
end
function p : ivec3 = __device__ ind2pos(dims : ivec3, k : int)
    p = [int(k / (dims[1]*dims[2])), mod(int(k / dims[2]), dims[1]), mod(k, dims[2])]
end

% pos2ind(dims, pos): its inverse.
function k : int = __device__ pos2ind(dims : ivec2, p : ivec2)
    k = p[0]*dims[1] + p[1]
end
function k : int = __device__ pos2ind(dims : ivec3, p : ivec3)
    k = (p[0]*dims[1] + p[1])*dims[2] + p[2]
end

% k = sub2ind(dims, i, j, ...): the row-major indices, as x[k] has them, of the elements (i, j, ...) of an array of the extents dims; [i, j, ...] = ind2sub(dims, k): back. Places count from 0; element by element.
% Where there are fewer names than extents, the last one takes those that are left.
function k = sub2ind(dims, first, ...others)
    if numel(others) > numel(dims) - 1
        error(sprintf("sub2ind: %d subscripts for %d extents", numel(others) + 1, numel(dims)))
    end
    k = lib_checked_subscript(first, dims[0], 0)
    for d = 1..numel(others)
        last = d == numel(others) ? int(prod(dims[d..numel(dims)-1])) : int(dims[d])
        k = k*last + lib_checked_subscript(others[d-1], last, d)
    end
end
function y = lib_checked_subscript(x, extent : int, dim : int)
    if numel(x) > 0 && (min(x) < 0 || max(x) >= extent)
        error(sprintf("sub2ind: subscripts from %g to %g along dimension %d of extent %d", min(x), max(x), dim, extent))
    end
    y = x
end
function [i, j, l] = ind2sub(dims, k)
    if numel(k) > 0 && (min(k) < 0 || max(k) >= prod(dims))
        error(sprintf("ind2sub: indices from %d to %d of %d elements", int(min(k)), int(max(k)), int(prod(dims))))
    end
    n = numel(dims)
    [i, j, l] = [k, 0*k, 0*k]
    if $outputs == 2
        behind = int(prod(dims[1..n-1]))
        [i, j] = [floor(k/behind), mod(k, behind)]
    elseif $outputs > 2
        behind = n < 3 ? 1 : int(prod(dims[2..n-1]))
        [i, j, l] = [floor(k/(behind*dims[1])), mod(floor(k/behind), dims[1]), mod(k, behind)]
    end
end

% $target(name): whether the code is meant for that target, "cpu" or "gpu", as programs ask before they take another way. Both targets run the
% same code here and give the same bits, so it is always the way of the "cpu" ("host", "generic_cpu").
function y = __device__ $target(name : string)
    y = name == "cpu" || name == "host" || name == "generic_cpu"
end

% unassert(x): what was asserted of x holds no longer. Assertions are checked where they stand, so nothing is left to take back.
function [] = unassert(x)
end
