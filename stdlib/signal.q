% signal.q: convolution, recursive filters, windows, interpolation, differences and sums of samples, polynomials, cosine transforms.
% A vector is a vec, a row or a column; what is computed of a column is a column.

% ---- convolution ----------------------------------------------------------------------------------------------------

% y = conv(a, b, shape): y[k] = sum over i of a[i] b[k-i]. shape: "full" (the default, numel(a)+numel(b)-1 elements), "same" (its
% middle, as long as a) or "valid" (where b lies within a).
function y = conv(a, b, shape = "full")
    if numel(a) == 0 || numel(b) == 0
        error("conv: an empty vector")
    end
    if !isvector(a) || !isvector(b)
        error(sprintf("conv: %d x %d and %d x %d elements; vectors are convolved, matrices by conv2", size(a,0), size(a,1), size(b,0), size(b,1)))
    end
    y = lib_like_vector(conv2(reshape(a, [1, numel(a)]), reshape(b, [1, numel(b)]), shape), a)
end

% y = conv2(x, m, shape): y[i,j] = sum over p,q of x[i-p,j-q] m[p,q], shapes as of conv. conv2(u, v, x, shape): x convolved with u along
% its columns and with v along its rows.
function y = conv2(x, m, third = "full", shape = "full")
    if !type(third, string)
        y = conv2(conv2(third, reshape(x, [numel(x), 1]), shape), reshape(m, [1, numel(m)]), shape)
    elseif ndims(x) > 2 || ndims(m) > 2
        y = conv2(lib_matrix(x), lib_matrix(m), third)
    elseif iscomplex(m)
        y = conv2(x, real(m), third) + 1j*conv2(x, imag(m), third)
    elseif iscomplex(x)
        y = complex(conv2(real(x), m, third), conv2(imag(x), m, third))
    else
        [h, w, mh, mw] = [size(x,0), size(x,1), size(m,0), size(m,1)]
        match third with
        | "full" -> y = lib_convolved_by_parts(x, m, 0, 0, h+mh-1, w+mw-1)
        | "same" -> y = lib_convolved_by_parts(x, m, int(mh/2), int(mw/2), h, w)
        | "valid" -> y = lib_convolved_by_parts(x, m, mh-1, mw-1, max(h-mh+1, 0), max(w-mw+1, 0))
        | _ -> error(sprintf("conv2: the shape '%s' is not one of full, same, valid", third))
        end
    end
end

% A matrix; of a cube with a first or last extent of 1 what it is without it. Other cubes are an error.
function y = lib_matrix(x)
    if numel(x) == size(x,0)*size(x,1)
        y = reshape(x, [size(x,0), size(x,1)])
    elseif ndims(x) == 3 && size(x,0) == 1
        y = reshape(x, [size(x,1), size(x,2)])
    else
        error(sprintf("conv2: %d x %d x %d elements; it takes matrices, convn cubes", size(x,0), size(x,1), size(x,2)))
    end
end

% y = convn(x, m, shape): the same of cubes, y[i,j,k] = sum over p,q,r of x[i-p,j-q,k-r] m[p,q,r]; of matrices conv2, of two vectors conv.
function y = convn(x, m, shape : string = "full")
    if lib_rank(x) < 3 && lib_rank(m) < 3
        y = lib_rank(x) == 1 && lib_rank(m) == 1 ? conv(x, m, shape) : conv2(x, m, shape)
        return
    end
    [h, w, c, mh, mw, mc] = [size(x,0), size(x,1), size(x,2), size(m,0), size(m,1), size(m,2)]
    [mask, image] = [reshape(m, [mh, mw, mc]), reshape(x, [h, w, c])]
    planes = cell(c+mc-1)
    for k = 0..c+mc-2
        planes[k] = []
    end
    for k = 0..c-1
        for r = 0..mc-1
            part = conv2(image[:,:,k], mask[:,:,r], "full")
            planes[k+r] = numel(planes[k+r]) == 0 ? part : planes[k+r] + part
        end
    end
    y = iscomplex(x) || iscomplex(m) ? czeros(h+mh-1, w+mw-1, c+mc-1) : zeros(h+mh-1, w+mw-1, c+mc-1)
    for k = 0..c+mc-2
        y[:,:,k] = planes[k]
    end
    match shape with
    | "full" -> return
    | "same" -> y = y[int(mh/2)..int(mh/2)+h-1, int(mw/2)..int(mw/2)+w-1, int(mc/2)..int(mc/2)+c-1]
    | "valid" -> y = h < mh || w < mw || c < mc ? zeros(max(h-mh+1, 0), max(w-mw+1, 0), max(c-mc+1, 0)) : y[mh-1..h-1, mw-1..w-1, mc-1..c-1]
    | _ -> error(sprintf("convn: the shape '%s' is not one of full, same, valid", shape))
    end
end

% lib_convolved, in two passes where a large mask is a product of a column and a row and the image is worth looking for them.
function y = lib_convolved_by_parts(x, m, top : int, left : int, h : int, w : int)
    yes = false
    if min(size(m,0), size(m,1)) > 1 && numel(m) > 36 && h*w >= 4096 && all(isfinite(m))
        [yes, u, v] = lib_separate(m*1.0)
    end
    if yes
        columns = lib_convolved(x, reshape(u, [numel(u), 1]), top, 0, h, size(x,1))
        y = lib_convolved(columns, reshape(v, [1, numel(v)]), 0, left, h, w)
    else
        y = lib_convolved(x, m, top, left, h, w)
    end
end

% h x w elements of the convolution of x with m, from (top, left) on. Elements of m that are not finite meet those of x alone, not the zeros outside.
function y : mat = lib_convolved(x, m, top : int, left : int, h : int, w : int)
    y = all(isfinite(m)) ? lib_convolved_beside_zeros(x, m, top, left, h, w) : lib_convolved_within(x, m, top, left, h, w)
end
function y : mat = lib_convolved_within[T](x : mat[T], m : mat, top : int, left : int, h : int, w : int)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            total = 0.0
            for p = max(i+top-size(x,0)+1, 0)..min(i+top, size(m,0)-1)
                for q = max(j+left-size(x,1)+1, 0)..min(j+left, size(m,1)-1)
                    total += x[i+top-p, j+left-q]*m[p,q]
                end
            end
            y[i,j] = total
        end
    end
end
function y : mat = lib_convolved_beside_zeros[T](x : mat[T]'safe, m : mat, top : int, left : int, h : int, w : int)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            total = 0.0
            for p = 0..size(m,0)-1
                for q = 0..size(m,1)-1
                    total += x[i+top-p, j+left-q]*m[p,q]
                end
            end
            y[i,j] = total
        end
    end
end

% v, one row, as a column, or along the last dimension of a cube, where `model` is one, otherwise as a vec.
function y = lib_like_vector(v, model)
    if size(model,0) > 1
        y = reshape(v, [numel(v), 1])
    else
        y = ndims(model) > 2 && size(model,1) == 1 ? reshape(v, [1, 1, numel(v)]) : reshape(v, [numel(v)])
    end
end

% Coefficients are vectors: an error that names the function otherwise.
function [] = lib_check_vector(p, name : string)
    if length(p) != numel(p)
        error(sprintf("%s: %d x %d coefficients; a polynomial is a vector", name, size(p,0), int(numel(p)/size(p,0))))
    end
end
% The first dimension whose extent is not 1, along which functions of vectors go. Whether x has several lines along it, columns of a matrix. f of each of them, one beside the other, in the extents of x behind it.
function d : int = lib_line_dimension(x)
    d = ndims(x) > 1 && size(x,0) == 1 ? 1 : 0
    if ndims(x) > 2
        while d > 0 && d < ndims(x)-1 && size(x,d) == 1
            d += 1
        end
    end
end
function yes = lib_has_columns(x)
    yes = numel(x) > size(x, lib_line_dimension(x))
end
function y = lib_of_columns(f, x)
    d = lib_line_dimension(x)
    columns = reshape(x, [size(x,d), int(numel(x)/size(x,d))])
    first = f(columns[:,0])
    y = iscomplex(first) ? czeros(numel(first), size(columns,1)) : zeros(numel(first), size(columns,1))
    y[:,0] = first
    for k = 1..size(columns,1)-1
        y[:,k] = f(columns[:,k])
    end
    extents = size(x)
    extents[d] = numel(first)
    y = reshape(y, extents)
end

% y = filter2(m, x, shape): correlation, conv2 with m turned by 180 degrees; shape "same" by default.
function y = filter2(m, x, shape = "same")
    y = conv2(x, fliplr(flipud(m)), shape)
end

% y = filter(b, a, x): a[0] y[n] = sum over k of b[k] x[n-k] - sum over k > 0 of a[k] y[n-k], along a vector, or along the columns of a matrix.
% [y, state] = filter(b, a, x, state): of a vector that goes on: `state` is what the samples before it still add to its first ones, as the call for them gave it ([]: nothing), one element less
% than the longer one of a and b. filter(b, a, x, [], dim): along dimension dim.
function [y, next] = filter(b, a, x, state, dim : int = -1)
    n = numel(x)
    m = max(numel(a), numel(b)) - 1
    if numel(a) == 0 || a[0] == 0
        error("filter: a[0] is 0")
    end
    next = zeros(m)
    if dim >= 0 && numel(state) == 0
        y = lib_filtered_along(b, a, x, dim)
    else
        if dim >= 0 && !isvector(x)
            error(sprintf("filter: along dimension %d with a state of %d; a state belongs to a vector", dim, numel(state)))
        end
        if !isvector(x) && n > 0 || (numel(state) != 0 && numel(state) != m)
            error(sprintf("filter: a state of %d for %d x %d samples and %d coefficients; x is a vector, the state one shorter than the coefficients", numel(state), size(x,0), size(x,1), m + 1))
        end
        % m zeros behind x: what they would become is the state that is left.
        v = zeros(n + m)
        if n > 0
            v[0..n-1] = reshape(1.0*x, [n])
        end
        if m > 0
            left = numel(state) == 0 ? zeros(m) : reshape(1.0*state, [m])
            flat = n == 0 ? zeros(0) : lib_state_filter(b/(1.0*a[0]), a/(1.0*a[0]), v[0..n-1], left)
            next = left
            y = lib_like_vector(flat, x)
        else
            y = x*(1.0*b[0]/a[0])
        end
    end
end
% Along a dimension: as columns of as many samples, before they get the extents of x again.
function y = lib_filtered_along(b, a, x, dim : int)
    if dim >= ndims(x) || size(x,dim) == 1
        y = x*(b[0]/(1.0*a[0]))
        return
    end
    rank = ndims(x)
    whole = reshape(x, size(x))
    order = horzcat([dim], dim == 0 ? [] : 0..dim-1, dim == rank-1 ? [] : dim+1..rank-1)
    turned = permute(whole, order)
    y = ipermute(reshape(filter(b, a, reshape(turned, [size(x,dim), int(numel(x)/max(size(x,dim), 1))])), size(turned)), order)
end
% Direct form II, transposed; the state goes on in place.
function y : vec = lib_state_filter(b, a, x : vec, state : vec)
    m = numel(state)
    y = zeros(numel(x))
    taps = zeros(m + 1)
    back = zeros(m + 1)
    taps[0..numel(b)-1] = reshape(b, [numel(b)])
    back[0..numel(a)-1] = reshape(a, [numel(a)])
    {!serial for}
    for n = 0..numel(x)-1
        s = taps[0]*x[n] + state[0]
        for k = 0..m-2
            state[k] = state[k+1] + taps[k+1]*x[n] - back[k+1]*s
        end
        state[m-1] = taps[m]*x[n] - back[m]*s
        y[n] = s
    end
end
function [y, next] = filter(b, a, x)
    if numel(a) == 0 || a[0] == 0
        error("filter: a[0] is 0")
    end
    next = []
    if $outputs >= 2
        [y, next] = filter(b, a, x, [])
    elseif ndims(x) > 2
        y = lib_has_columns(x) ? lib_of_columns(v -> filter(b, a, v), x) : reshape(filter(b, a, reshape(x, [numel(x)])), size(x))
    elseif size(x,0) > 1
        y = transpose(lib_recursive_filter(b, a, transpose(x)))
    else
        y = lib_like_vector(lib_recursive_filter(b, a, reshape(x, [1, numel(x)])), x)
    end
end
% Along the rows: what the inputs add, of all samples at once, then the recurrence, by what earlier outputs still add to the coming ones (direct form II,
% transposed), of which a step waits for one product alone.
function y = lib_recursive_filter(b, a, x)
    if iscomplex(b) || iscomplex(a) || iscomplex(x)
        y = lib_recursive_filter_in_order(b, a, x)
    else
        y = lib_convolved(x, reshape(b/a[0], [1, numel(b)]), 0, 0, size(x,0), size(x,1))
        if numel(a) > 1
            lib_recurrence(a/a[0], y)
        end
    end
end
function [] = lib_recurrence(a, y : mat)
    last = numel(a)-1
    for l = 0..size(y,0)-1
        coming = zeros(last+1)
        for n = 0..size(y,1)-1
            s = y[l,n] + coming[0]
            for k = 0..last-1
                coming[k] = coming[k+1] - a[k+1]*s
            end
            y[l,n] = s
        end
    end
end
function y = lib_recursive_filter_in_order(b, a, x)
    y = complex(zeros(size(x,0), size(x,1)), 0)
    for l = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = complex(0.0, 0.0)
            for k = 0..min(n, numel(b)-1)
                s += b[k]*x[l,n-k]
            end
            for k = 1..min(n, numel(a)-1)
                s -= a[k]*y[l,n-k]
            end
            y[l,n] = s/a[0]
        end
    end
end

% ---- windows and sinc -----------------------------------------------------------------------------------------------

% hamming(n), hann(n), blackman(n): symmetric windows of n samples, with their ends; with "periodic" the first n of n+1; hanning(n) is hann(n+2) without its zeros.
function w : vec = hamming(n : int, kind : string = "symmetric")
    w = lib_window_of_kind(n, 0.54, 0.46, 0, kind)
end
function w : vec = hann(n : int, kind : string = "symmetric")
    w = lib_window_of_kind(n, 0.5, 0.5, 0, kind)
end
function w : vec = blackman(n : int, kind : string = "symmetric")
    w = lib_window_of_kind(n, 0.42, 0.5, 0.08, kind)
end
function w : vec = lib_window_of_kind(n : int, a0, a1, a2, kind : string)
    if kind != "symmetric" && kind != "periodic"
        error(sprintf("a window of the kind '%s'; symmetric or periodic", kind))
    end
    w = kind == "periodic" && n > 1 ? lib_cosine_window(n + 1, a0, a1, a2)[0..n-1] : lib_cosine_window(n, a0, a1, a2)
end
function w : vec = hanning(n : int)
    w = n > 0 ? hann(n+2)[1..n] : zeros(0)
end
function w : vec = lib_cosine_window(n : int, a0, a1, a2)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            t = 2*pi*k/(n-1)
            w[k] = a0 - a1*cos(t) + a2*cos(2*t)
        end
    end
end

% sinc(x) = sin(pi x)/(pi x), 1 at 0; element by element.
function y : scalar = __device__ sinc(x : scalar)
    y = x == 0 ? 1.0 : sin(pi*x)/(pi*x)
end
function y = sinc(x : cube{:})
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = sinc(x[k])
    end
end

% ---- interpolation --------------------------------------------------------------------------------------------------

% v = interp1(x, y, t, method, outside): the function through the points (x[k], y[k]), x ascending or descending, at the places t (of any extents). y may be a matrix, a cube: of each column, t a vector.
% method: "linear" (the default), "nearest" (of two equally near the right one), "previous", "next", "spline" (not-a-knot, going on outside), "makima" (modified Akima pieces, going on outside) or
% "pchip" (also "cubic": monotone cubic pieces, Fritsch and Carlson 1980). Beyond the ends lies `outside`, NaN by default; with "extrap" the outer pieces go on. interp1(y, t): x is 0, 1, 2, ...
function v = interp1(y, t)
    v = interp1(0..(lib_has_columns(y) ? size(y, lib_line_dimension(y)) : numel(y))-1, y, t)
end
function v = interp1(x, y, t, method : string, outside : string)
    if outside != "extrap"
        error(sprintf("interp1: '%s' is not known; a number or \"extrap\" is what lies outside", outside))
    end
    if numel(y) > numel(x) && lib_has_columns(y) || iscomplex(y)
        v = lib_interp1_parts(c -> interp1(x, c, lib_column_of(t, y), method, "extrap"), y)
        return
    end
    [places, values] = lib_ascending_points(x, y)
    n = numel(places)
    match method with
    | "spline" -> v = spline(places, values, t)
    | "makima" -> v = makima(places, values, t)
    | "pchip" -> v = pchip(places, values, t)
    | "cubic" -> v = pchip(places, values, t)
    | _ ->
        inside = interp1(places, values, clamp(t, 1.0*places[0], 1.0*places[n-1]), method)
        if method == "linear"
            below = values[0] + (t - places[0])*((values[1] - values[0])/(1.0*places[1] - places[0]))
            above = values[n-1] + (t - places[n-1])*((values[n-1] - values[n-2])/(1.0*places[n-1] - places[n-2]))
            inside = t < places[0] ? below : (t > places[n-1] ? above : inside)
        end
        v = isnan(t) ? nan : inside
    end
end
function v = interp1(x, y, t, method : string = "linear", outside : scalar = nan)
    if numel(y) > numel(x) && lib_has_columns(y) || iscomplex(y)
        v = lib_interp1_parts(c -> interp1(x, c, lib_column_of(t, y), method, outside), y)
        return
    end
    [places, values] = lib_ascending_points(x, y)
    n = numel(places)
    match method with
    | "spline" -> v = spline(places, values, t)
    | "makima" -> v = makima(places, values, t)
    | "previous" -> v = lib_stepped(places, values, t, 0, outside)
    | "next" -> v = lib_stepped(places, values, t, 1, outside)
    | _ -> v = lib_interp1(places, values, t, method, outside)
    end
    if (method == "spline" || method == "makima") && !isnan(outside)
        v = t < places[0] || t > places[n-1] ? outside : v
    elseif !isnan(outside)
        v = isnan(t) ? nan : v
    end
end
% f of the parts of complex values, or of each column.
function v = lib_interp1_parts(f, y)
    if iscomplex(y)
        v = complex(f(real(y)), f(imag(y)))
    else
        v = lib_of_columns(f, y)
    end
end
% The places t, for a matrix of values as a column.
function t = lib_column_of(t, y)
    if lib_has_columns(y) && !iscomplex(y)
        if !isvector(t)
            error(sprintf("interp1: %d x %d places for each column of %d x %d values; places are a vector then", size(t,0), size(t,1), size(y,0), size(y,1)))
        end
        t = reshape(t + zeros(1), [numel(t), 1])
    end
end
% The points as vecs by ascending places.
function [places, values] = lib_ascending_points(x, y)
    if numel(x) != numel(y) || numel(x) < 1
        error(sprintf("interp1: %d places and %d values; as many of both are needed", numel(x), numel(y)))
    end
    [places, values] = [reshape(x, [numel(x)]), reshape(y, [numel(x)])]
    if numel(x) > 1 && places[0] > places[numel(x)-1]
        [places, values] = [places[numel(x)-1..-1..0], values[numel(x)-1..-1..0]]
    end
    if !all(diff(places) > 0)
        error("interp1: the places are neither ascending nor descending")
    end
end
function v = lib_stepped(x, y, t, next : int, outside : scalar)
    if isscalar(t)
        v = lib_step_at(x, y, t, next, outside)
    else
        v = zeros(size(t))
        for k = 0..numel(t)-1
            v[k] = lib_step_at(x, y, t[k], next, outside)
        end
    end
end
function v : scalar = __device__ lib_step_at(x, y, t : scalar, next : int, outside : scalar)
    n = numel(x)
    v = outside
    if t >= x[0] && t <= x[n-1]
        low = 0
        high = n
        while high - low > 1
            middle = int((low + high)/2)
            if x[middle] <= t
                low = middle
            else
                high = middle
            end
        end
        v = y[next == 1 && x[low] < t ? min(low + 1, n-1) : low]
    end
end
function v = lib_interp1(x, y, t, method = "linear", outside : scalar = nan)
    if numel(x) != numel(y) || numel(x) < 2
        error(sprintf("interp1: %d places and %d values; as many of both are needed, two at least", numel(x), numel(y)))
    end
    slopes = zeros(numel(x))
    kind = 0
    match method with
    | "linear" -> kind = 0
    | "nearest" -> kind = 1
    | "pchip" -> kind = 2
    | "cubic" -> kind = 2
    | _ -> error(sprintf("interp1: the method '%s' is not one of linear, nearest, previous, next, pchip, spline, makima", method))
    end
    if kind == 2
        slopes = lib_pchip_slopes(x, y)
    end
    if isscalar(t)
        v = lib_interpolate(x, y, slopes, t, kind, outside)
    else
        v = zeros(size(t))
        for k = 0..numel(t)-1
            v[k] = lib_interpolate(x, y, slopes, t[k], kind, outside)
        end
    end
end

% The value at t between the points.
function v : scalar = __device__ lib_interpolate(x, y, slopes, t : scalar, kind : int, outside : scalar)
    n = numel(x)
    v = outside
    if t >= x[0] && t <= x[n-1]
        % Where the place would be if they were evenly spaced; where it is not, between the ends.
        low = min(int((t - x[0])/(x[n-1] - x[0])*(n-1)), n-2)
        high = low + 1
        if x[low] > t || x[high] <= t
            low = 0
            high = n-1
        end
        while high - low > 1
            middle = int((low + high)/2)
            if x[middle] <= t
                low = middle
            else
                high = middle
            end
        end
        width = x[low+1] - x[low]
        u = (t - x[low])/width
        if kind == 0
            v = lib_between(y[low], y[low+1], u)
        elseif kind == 1
            v = u < 0.5 ? y[low] : y[low+1]
        else
            v = lib_at_end(y[low], y[low+1], u, y[low]*(1+2*u)*(1-u)^2 + y[low+1]*u^2*(3-2*u) + width*(slopes[low]*u*(1-u)^2 - slopes[low+1]*u^2*(1-u)))
        end
    end
end
% v, at an end of the piece the value that is given there: what stands beside it, an infinite number or NaN, does not count.
function v : scalar = __device__ lib_at_end(a : scalar, b : scalar, u : scalar, v : scalar)
    v = u == 0 ? a : (u == 1 ? b : v)
end
% On the line from a to b; from an infinite number it is seen from the other end.
function v : scalar = __device__ lib_between(a : scalar, b : scalar, u : scalar)
    v = a + u*(b - a)
    v = isnan(v) ? (a == b ? a : b - (1-u)*(b - a)) : v
    v = lib_at_end(a, b, u, v)
end

% Slopes of the monotone cubic pieces: weighted harmonic means of the neighbouring differences, 0 at extrema; at the ends three points.
function d : vec = lib_pchip_slopes(x, y)
    n = numel(x)
    h = diff(x)
    s = diff(y)./h
    d = zeros(n)
    if n == 2
        d = [s[0], s[0]]
    else
        for k = 1..n-2
            if s[k-1]*s[k] > 0
                w1 = 2*h[k] + h[k-1]
                w2 = h[k] + 2*h[k-1]
                d[k] = (w1 + w2)/(w1/s[k-1] + w2/s[k])
            end
        end
        d[0] = lib_pchip_end(h[0], h[1], s[0], s[1])
        d[n-1] = lib_pchip_end(h[n-2], h[n-3], s[n-2], s[n-3])
    end
end
function d : scalar = lib_pchip_end(h0 : scalar, h1 : scalar, s0 : scalar, s1 : scalar)
    d = ((2*h0 + h1)*s0 - h0*s1)/(h0 + h1)
    if d*s0 <= 0
        d = 0
    elseif s0*s1 < 0 && abs(d) > 3*abs(s0)
        d = 3*s0
    end
end

% v = interp2(z, column, row, method, outside): z between its elements, at columns and rows counted from 0 (arrays of the same extents, or
% numbers; a row of columns and a column of rows: at all their pairs). interp2(x, y, z, xi, yi, method, outside): x and y ascending are the places of the columns and rows, as vectors or as meshgrid
% gives them. method: "linear" (the default), "nearest", "cubic" (Keys 1981, a = -1/2, the border value goes on outside), "spline" (not-a-knot along both, going on outside).
function v = interp2(z : mat, column, row, method : string = "linear", outside : scalar = nan)
    [columns, rows] = lib_pairs_of(column, row)
    kind = 0
    match method with
    | "linear" -> kind = 0
    | "nearest" -> kind = 1
    | "cubic" -> kind = 2
    | "spline" -> kind = 3
    | _ -> error(sprintf("interp2: the method '%s' is not one of linear, nearest, cubic, spline", method))
    end
    if kind == 3
        v = lib_interp2_spline(0..size(z,1)-1, 0..size(z,0)-1, z, columns, rows, outside)
    elseif isscalar(columns)
        v = lib_interpolate_2d(z, columns, rows, kind, outside)
    else
        v = zeros(size(columns))
        for k = 0..numel(columns)-1
            v[k] = lib_interpolate_2d(z, columns[k], rows[k], kind, outside)
        end
    end
end
function v = interp2(x, y, z : mat, xi, yi, method : string = "linear", outside : scalar = nan)
    columns = size(x,0) > 1 && size(x,1) > 1 ? x[0,:] : reshape(x, [numel(x)])
    rows = size(y,0) > 1 && size(y,1) > 1 ? y[:,0] : y
    if numel(columns) != size(z,1) || numel(rows) != size(z,0)
        error(sprintf("interp2: %d x %d places for %d x %d values", numel(rows), numel(columns), size(z,0), size(z,1)))
    end
    if method == "spline"
        [xs, ys] = lib_pairs_of(xi, yi)
        v = lib_interp2_spline(columns, reshape(rows, [numel(rows)]), z, xs, ys, outside)
    else
        v = interp2(z, interp1(columns, 0..size(z,1)-1, xi), interp1(reshape(rows, [numel(rows)]), 0..size(z,0)-1, yi), method, outside)
    end
end
% Places of the same extents; of a row and a column those that meshgrid gives.
function [x, y] = lib_pairs_of(x, y)
    if size(x,0) == 1 && size(x,1) > 1 && size(y,1) == 1 && size(y,0) > 1
        [x, y] = meshgrid(x, reshape(y, [numel(y)]))
    elseif numel(x) != numel(y)
        error(sprintf("interp2: %d columns and %d rows", numel(x), numel(y)))
    end
end
% Splines along the columns' and the rows' places: the slopes along each and those of the slopes say what lies between four elements.
function v = lib_interp2_spline(x, y, z : mat, xi, yi, outside : scalar)
    if !all(diff(x) > 0) || !all(diff(y) > 0)
        error("interp2: the places are not ascending")
    end
    [columns, rows] = [1.0*x, 1.0*y]
    down = lib_of_columns(c -> lib_spline_slopes(rows, reshape(c, [numel(rows)])), z)
    across = transpose(lib_of_columns(c -> lib_spline_slopes(columns, reshape(c, [numel(columns)])), transpose(z)))
    both = transpose(lib_of_columns(c -> lib_spline_slopes(columns, reshape(c, [numel(columns)])), transpose(down)))
    if isscalar(xi)
        v = lib_two_way_piece(columns, rows, z, across, down, both, xi, yi, outside)
    else
        v = zeros(size(xi))
        for k = 0..numel(xi)-1
            v[k] = lib_two_way_piece(columns, rows, z, across, down, both, xi[k], yi[k], outside)
        end
    end
end
function v : scalar = __device__ lib_two_way_piece(x, y, z, across, down, both, xi : scalar, yi : scalar, outside : scalar)
    if !isnan(outside) && (xi < x[0] || xi > x[numel(x)-1] || yi < y[0] || yi > y[numel(y)-1])
        v = outside
    else
        j = lib_piece_at(x, xi)
        i = lib_piece_at(y, yi)
        width = x[j+1] - x[j]
        height = y[i+1] - y[i]
        u = (xi - x[j])/width
        t = (yi - y[i])/height
        above = lib_hermite(z[i,j], z[i,j+1], across[i,j]*width, across[i,j+1]*width, u)
        below = lib_hermite(z[i+1,j], z[i+1,j+1], across[i+1,j]*width, across[i+1,j+1]*width, u)
        slope_above = lib_hermite(down[i,j], down[i,j+1], both[i,j]*width, both[i,j+1]*width, u)
        slope_below = lib_hermite(down[i+1,j], down[i+1,j+1], both[i+1,j]*width, both[i+1,j+1]*width, u)
        v = lib_hermite(above, below, slope_above*height, slope_below*height, t)
    end
end
% The cubic with values a, b and slopes p, q at 0 and 1.
function v : scalar = __device__ lib_hermite(a : scalar, b : scalar, p : scalar, q : scalar, u : scalar)
    v = lib_at_end(a, b, u, a + u*(p + u*((3*(b - a) - 2*p - q) + u*(p + q - 2*(b - a)))))
end
% The piece between ascending places in which t lies, the outer ones going on.
function low : int = __device__ lib_piece_at(x, t : scalar)
    low = 0
    high = numel(x)-1
    while high - low > 1
        middle = int((low + high)/2)
        if x[middle] <= t
            low = middle
        else
            high = middle
        end
    end
end
function v : scalar = __device__ lib_interpolate_2d(z : mat'clamped, column : scalar, row : scalar, kind : int, outside : scalar)
    v = outside
    if column >= 0 && column <= size(z,1)-1 && row >= 0 && row <= size(z,0)-1
        if kind == 1
            v = z[int(floor(row + 0.5)), int(floor(column + 0.5))]
        else
            i = int(floor(row))
            j = int(floor(column))
            r = row - i
            c = column - j
            if kind == 0
                v = lib_weighed(lib_weighed(z[i,j], z[i,j+1], c), lib_weighed(z[i+1,j], z[i+1,j+1], c), r)
            else
                v = 0.0
                for a = -1..2
                    line = 0.0
                    for b = -1..2
                        line = lib_with_weight(line, lib_resize_weight(c - b, 2), z[i+a,j+b])
                    end
                    v = lib_with_weight(v, lib_resize_weight(r - a, 2), line)
                end
            end
        end
    end
end
% Between a and b; what has no weight does not count, an infinite number or NaN.
function v : scalar = __device__ lib_weighed(a : scalar, b : scalar, u : scalar)
    v = u == 0 ? a : (1-u)*a + u*b
end
function v : scalar = __device__ lib_with_weight(total : scalar, weight : scalar, x : scalar)
    v = weight == 0 ? total : total + weight*x
end

% ---- differences and sums of samples -----------------------------------------------------------------------------------

% gradient(v, h): differences of a vector's samples that are h apart, central ones, one-sided at the ends. [gx, gy] = gradient(x, h): of a matrix
% along the columns' index and along the rows'.
function [gx, gy] = gradient(x, h : scalar = 1)
    if isvector(x)
        v = reshape(x, [numel(x)])
        n = numel(v)
        if n < 2
            error("gradient: fewer than two samples")
        end
        g = iscomplex(x) ? czeros(n) : zeros(n)
        for k = 0..n-1
            low = max(k-1, 0)
            high = min(k+1, n-1)
            g[k] = (v[high] - v[low])/(h*(high - low))
        end
        gx = lib_like_vector(g, x)
        gy = gx
    else
        [m, n] = size(x, 0..1)
        gx = iscomplex(x) ? czeros(m, n) : zeros(m, n)
        gy = copy(gx)
        if n > 2
            gx[:,1..n-2] = (x[:,2..n-1] - x[:,0..n-3])/(2*h)
        end
        if m > 2
            gy[1..m-2,:] = (x[2..m-1,:] - x[0..m-3,:])/(2*h)
        end
        gx[:,0] = (x[:,1] - x[:,0])/h
        gx[:,n-1] = (x[:,n-1] - x[:,n-2])/h
        gy[0,:] = (x[1,:] - x[0,:])/h
        gy[m-1,:] = (x[m-1,:] - x[m-2,:])/h
    end
end

% del2(x): a quarter of the Laplacian of a matrix, samples 1 apart; at the borders the second differences go on linearly. At least 3 x 3.
function y : mat = del2(x : mat)
    if min(size(x)) < 3
        error("del2: fewer than 3 x 3 elements")
    end
    y = (transpose(lib_second_differences(transpose(x))) + lib_second_differences(x))/4
end
% Along the rows.
function y : mat = lib_second_differences(x : mat)
    [m, n] = size(x, 0..1)
    y = zeros(m, n)
    for i = 0..m-1
        for j = 1..n-2
            y[i,j] = x[i,j-1] - 2*x[i,j] + x[i,j+1]
        end
    end
    k = min(2, n-2)
    y[:,0] = 2*y[:,1] - y[:,k]
    y[:,n-1] = 2*y[:,n-2] - y[:,n-1-k]
end

% trapz(y), trapz(x, y): the integral of a vector, or of each column, by trapezia over samples 1 apart, or at the places x. cumtrapz: the integrals up to each sample.
function s = trapz(y)
    if lib_has_columns(y)
        s = lib_of_columns(v -> trapz(v), y)
    else
        s = numel(y) < 2 ? 0.0 : sum(y) - (y[0] + y[numel(y)-1])/2
    end
end
function s = trapz(x, y)
    if lib_has_columns(y)
        s = lib_of_columns(v -> trapz(x, v), y)
    else
        s = sum(lib_trapezia(reshape(x, [numel(x)]), reshape(y, [numel(y)])))
    end
end
function s = cumtrapz(y)
    s = cumtrapz(0..size(y, lib_line_dimension(y))-1, y)
end
function s = cumtrapz(x, y)
    if lib_has_columns(y)
        s = lib_of_columns(v -> cumtrapz(x, v), y)
    else
        s = lib_like_vector(cumsum(horzcat([0], lib_trapezia(reshape(x, [numel(x)]), reshape(y, [numel(y)])))), y)
    end
end
function t = lib_trapezia(x, y)
    if numel(x) != numel(y)
        error(sprintf("trapz: %d places and %d values", numel(x), numel(y)))
    end
    n = numel(y)
    t = n < 2 ? zeros(0) : (x[1..n-1] - x[0..n-2]).*(y[1..n-1] + y[0..n-2])/2
end

% unwrap(p): the angles of a vector, or of each column, with multiples of 2 pi added, so that neighbours differ by pi at most.
function y = unwrap(p)
    if iscomplex(p)
        error("unwrap: complex numbers; angles are meant, unwrap(angle(z))")
    end
    if lib_has_columns(p)
        y = lib_of_columns(v -> unwrap(v), p)
    elseif isscalar(p)
        y = 1.0*p
    else
        y = 1.0*copy(p)
        turns = 0.0
        for k = 1..numel(p)-1
            d = p[k] - p[k-1]
            if abs(d) > pi
                turns -= 2*pi*floor((d + pi)/(2*pi))
            end
            y[k] = p[k] + turns
        end
    end
end

% ---- polynomials ----------------------------------------------------------------------------------------------------

% polyval(p, x): p[0] x^(n-1) + ... + p[n-1], element by element. polyfit(x, y, degree): the coefficients of the polynomial of that degree with the
% least squared error at the points, highest power first.
function y = polyval(p, x)
    lib_check_vector(p, "polyval")
    y = numel(p) == 0 ? 0.0*x : (x != x)*0.0 + p[0]  % not 0*x, which is NaN where x is infinite
    for k = 1..numel(p)-1
        y = y.*x + p[k]
    end
end
% [p, s] = polyfit(x, y, degree): s.normr is the norm of the residuals, s.df the degrees of freedom. [p, s, mu] =: of (x - mu[0])/mu[1], which have mean 0 and deviation 1.
function [p, s, mu] = polyfit(x, y, degree : int)
    if $outputs < 2
        p = lib_polyfit(x, y, degree)
    else
        mu = $outputs >= 3 ? [mean(x), std(x)] : [0.0, 1.0]
        places = (x - mu[0])/mu[1]
        p = lib_polyfit(places, y, degree)
        s = object()
        s.normr = norm(reshape(1.0*y, [numel(y)]) - polyval(p, reshape(1.0*places, [numel(x)])))
        s.df = numel(y) - degree - 1
    end
end
function p : vec = lib_polyfit(x, y, degree : int)
    if numel(x) != numel(y) || degree < 0 || numel(x) <= degree
        error(sprintf("polyfit: degree %d of %d places and %d values", degree, numel(x), numel(y)))
    end
    powers = ones(numel(x), degree+1)
    column = reshape(x, [numel(x), 1])
    for k = 1..degree
        powers[:,degree-k] = powers[:,degree-k+1].*column
    end
    p = reshape(solve(powers, reshape(y, [numel(y), 1])), [degree+1])
end

% ---- cosine transforms ------------------------------------------------------------------------------------------------

% dct(x), idct(y): the orthonormal cosine transform of type II and its inverse, of a vector or of the columns of a matrix; dct2, idct2: of the
% columns and the rows. Through a Fourier transform of as many elements (Makhoul 1980).
function y = dct(x)
    if iscomplex(x)
        y = complex(dct(real(x)), dct(imag(x)))
    elseif ndims(x) > 2 && lib_has_columns(x)
        y = lib_of_columns(v -> dct(v), x)
    else
        y = lib_dct_of_columns(x)
    end
end
function y = lib_dct_of_columns(x)
    y = size(x,0) > 1 ? transpose(lib_dct_rows(transpose(x))) : lib_like_vector(lib_dct_rows(reshape(x, [1, numel(x)])), x)
end
function x = idct(y)
    if iscomplex(y)
        x = complex(idct(real(y)), idct(imag(y)))
    elseif ndims(y) > 2 && lib_has_columns(y)
        x = lib_of_columns(v -> idct(v), y)
    else
        x = lib_idct_of_columns(y)
    end
end
function x = lib_idct_of_columns(y)
    x = size(y,0) > 1 ? transpose(lib_idct_rows(transpose(y))) : lib_like_vector(lib_idct_rows(reshape(y, [1, numel(y)])), y)
end
function y = dct2(x : cmat)
    y = complex(dct2(real(x)), dct2(imag(x)))
end
function x = idct2(y : cmat)
    x = complex(idct2(real(y)), idct2(imag(y)))
end
function y : mat = dct2(x : mat)
    y = transpose(lib_dct_rows(transpose(lib_dct_rows(x))))
end
function x : mat = idct2(y : mat)
    x = transpose(lib_idct_rows(transpose(lib_idct_rows(y))))
end

% The place in a row of n elements that the k-th input of the Fourier transform has: even ones up, then odd ones down.
function i : int = __device__ lib_dct_place(k : int, n : int)
    i = 2*k < n ? 2*k : 2*(n-k)-1
end
function y : mat = lib_dct_rows(x : mat)
    [m, n] = size(x, 0..1)
    v = zeros(m, n)
    for i = 0..m-1
        for k = 0..n-1
            v[i,k] = x[i,lib_dct_place(k, n)]
        end
    end
    f = fft1(v)
    [c, d] = lib_dct_weights(n)
    y = zeros(m, n)
    for i = 0..m-1
        for k = 0..n-1
            y[i,k] = c[k]*real(f[i,k]) + d[k]*imag(f[i,k])
        end
    end
end
% sqrt(2/n) (sqrt(1/n) for k = 0) times the cosine and the sine of pi k/(2n).
function [c, s] = lib_dct_weights(n : int)
    c = zeros(n)
    s = zeros(n)
    for k = 0..n-1
        t = pi*k/(2*n)
        size_of_wave = sqrt((k == 0 ? 1 : 2)/n)
        c[k] = size_of_wave*cos(t)
        s[k] = size_of_wave*sin(t)
    end
end
function x : mat = lib_idct_rows(y : mat)
    [m, n] = size(y, 0..1)
    f = czeros(m, n)
    for i = 0..m-1
        for k = 0..n-1
            t = pi*k/(2*n)
            c = y[i,k]*sqrt(n/(k == 0 ? 1.0 : 2.0))
            s = k == 0 ? 0.0 : y[i,n-k]*sqrt(n/2)
            f[i,k] = complex(c*cos(t) + s*sin(t), c*sin(t) - s*cos(t))
        end
    end
    v = ifft1(f)
    x = zeros(m, n)
    for i = 0..m-1
        for k = 0..n-1
            x[i,lib_dct_place(k, n)] = real(v[i,k])
        end
    end
end

% polyder(p), polyint(p, c): derivative and antiderivative with constant c of a polynomial, highest power first.
function d = polyder(p)
    lib_check_vector(p, "polyder")
    n = numel(p) - 1
    d = iscomplex(p) ? czeros(max(n, 1)) : zeros(max(n, 1))
    for k = 0..n-1
        d[k] = p[k]*(n - k)
    end
end
function q = polyint(p, c = 0)
    lib_check_vector(p, "polyint")
    n = numel(p)
    q = iscomplex(p) || iscomplex(c) ? czeros(n + 1) : zeros(n + 1)
    q[n] = c
    for k = 0..n-1
        q[k] = p[k]/(n - k)
    end
end
