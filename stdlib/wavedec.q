% wavedec.q: one-dimensional wavelet decompositions under MATLAB's names: vectors of any length, symmetric or periodic borders. A wavelet is named, "haar", "db1" .. "db10", "sym2" .. "sym8", or is the
% low-pass filter of the reconstruction, a vec, db4. (dwt.q has transforms in place.)

% [lo_d, hi_d, lo_r, hi_r] = wfilters(name): the filters of decomposition and reconstruction: lo_r the filter that sums to sqrt(2), hi_r[k] = (-1)^k lo_r[n-1-k], the others those in reverse.
function [lo_d, hi_d, lo_r, hi_r] = wfilters(name)
    lo_r = lib_wavelet_by_name(name)
    hi_r = wavelet_highpass(lo_r)
    lo_d = fliplr(lo_r)
    hi_d = fliplr(hi_r)
end
function h : vec = lib_wavelet_by_name(name)
    if !type(name, string)
        if numel(name) < 2 || mod(numel(name), 2) != 0
            error(sprintf("a wavelet filter of %d taps; their number is even", numel(name)))
        end
        h = reshape(1.0*name, [numel(name)])
        return
    end
    match lower(name) with
    | "haar" -> h = haar()
    | "db1" -> h = db1()
    | "db2" -> h = db2()
    | "db3" -> h = db3()
    | "db4" -> h = db4()
    | "db5" -> h = db5()
    | "db6" -> h = db6()
    | "db7" -> h = db7()
    | "db8" -> h = db8()
    | "db9" -> h = db9()
    | "db10" -> h = db10()
    | "sym2" -> h = db2()
    | "sym3" -> h = db3()
    | "sym4" -> h = sym4()
    | "sym5" -> h = sym5()
    | "sym6" -> h = sym6()
    | "sym7" -> h = sym7()
    | "sym8" -> h = sym8()
    | _ -> error(sprintf("'%s' is not one of haar, db1 to db10, sym2 to sym8", name))
    end
end

% [a, d] = dwt(x, wavelet, mode): approximation and detail of a vector: filtered with lo_d, hi_d and every second sample kept, from the second on. Of n samples and m taps floor((n+m-1)/2) each
% (Mallat 1989). mode: "sym" (the default: mirrored, the last sample twice), "zpd" (zeros outside) or "per": periodic, ceil(n/2) each; an odd vector has its last sample twice.
function [a, d] = dwt(x, wavelet, mode : string = "sym")
    [lo, hi] = wfilters(wavelet)
    if numel(x) == 0 || !isvector(x)
        error(sprintf("dwt: %d x %d elements; a vector is transformed", size(x,0), size(x,1)))
    end
    kind = lib_wavelet_border(mode)
    v = reshape(1.0*x, [numel(x)])
    if kind == 2 && mod(numel(v), 2) != 0
        v = [v, v[numel(v)-1]]
    end
    count = int(kind == 2 ? numel(v)/2 : (numel(v) + numel(lo) - 1)/2)
    first = kind == 2 ? int(numel(lo)/2) : 1
    a = lib_like_vector(lib_halved(v, lo, kind, first, count), x)
    d = lib_like_vector(lib_halved(v, hi, kind, first, count), x)
end
function kind : int = lib_wavelet_border(mode : string)
    match mode with
    | "sym" -> kind = 4
    | "symh" -> kind = 4
    | "zpd" -> kind = 0
    | "per" -> kind = 2
    | _ -> error(sprintf("the border '%s' is not one of sym, zpd, per", mode))
    end
end
% Every second sample of the convolution, from `first` on; what lies outside as lib_outside has it.
function y : vec = lib_halved(v : vec, f : vec, kind : int, first : int, count : int)
    y = zeros(count)
    for k = 0..count-1
        total = 0.0
        for m = 0..numel(f)-1
            i = lib_outside(first + 2*k - m, numel(v), kind)
            total += i < 0 ? 0.0 : f[m]*v[max(i, 0)]
        end
        y[k] = total
    end
end
% x = idwt(a, d, wavelet, n, mode): the vector of n samples, 2 numel(a) - m + 2 ("per": 2 numel(a)) when left out; [] for a or d: zeros.
function x = idwt(a, d, wavelet, n : int = -1, mode : string = "sym")
    [lo_d, hi_d, lo, hi] = wfilters(wavelet)
    count = max(numel(a), numel(d))
    if count == 0 || numel(a) != 0 && numel(d) != 0 && numel(a) != numel(d)
        error(sprintf("idwt: %d approximations and %d details; there are as many of both", numel(a), numel(d)))
    end
    low = numel(a) == 0 ? zeros(count) : reshape(1.0*a, [count])
    high = numel(d) == 0 ? zeros(count) : reshape(1.0*d, [count])
    periodic = lib_wavelet_border(mode) == 2
    most = periodic ? 2*count : 2*count - numel(lo) + 2
    samples = n < 0 ? most : n
    if samples > 2*count + numel(lo)
        error(sprintf("idwt: %d samples of %d coefficients", samples, count))
    end
    first = periodic ? int(numel(lo)/2) - 1 : int((2*count - 1 + numel(lo) - 1 - samples)/2)
    x = lib_like_vector(lib_doubled(low, high, lo, hi, periodic, first, samples), numel(a) == 0 ? d : a)
end
function x = idwt(a, d, wavelet, mode : string)
    x = idwt(a, d, wavelet, -1, mode)
end
% x[k]: sum over i of a[i] lo[k + first - 2 i] + d[i] hi[..].
function x : vec = lib_doubled(a : vec, d : vec, lo : vec, hi : vec, periodic : bool, first : int, count : int)
    x = zeros(count)
    n = numel(a)
    for k = 0..count-1
        at = k + first
        total = 0.0
        for m = mod(at, 2)..2..numel(lo)-1
            i = int((at - m)/2)
            j = periodic ? periodize(i, n) : i
            if j >= 0 && j < n
                total += a[j]*lo[m] + d[j]*hi[m]
            end
        end
        x[k] = total
    end
end

% [c, l] = wavedec(x, n, wavelet, mode): n scales, c = [a_n, d_n, .., d_1], l the lengths of these parts and that of x. x = waverec(c, l, wavelet, mode) undoes it. a = appcoef(c, l, wavelet, n): the
% approximation at scale n (the last); d = detcoef(c, l, n): the detail at scale n (1 the finest).
function [c, l] = wavedec(x, n : int, wavelet, mode : string = "sym")
    if n < 1
        error(sprintf("wavedec: %d scales", n))
    end
    c = zeros(0)
    l = [numel(x)]
    a = reshape(1.0*x, [numel(x)])
    for scale = 1..n
        [a, d] = dwt(a, wavelet, mode)
        c = horzcat(d, c)
        l = horzcat([numel(d)], l)
    end
    c = lib_like_vector(horzcat(a, c), x)
    l = horzcat([numel(a)], l)
end
function x = waverec(c, l, wavelet, mode : string = "sym")
    x = appcoef(c, l, wavelet, 0, mode)
end
function a = appcoef(c, l, wavelet, n : int = -1, mode : string = "sym")
    scales = numel(l) - 2
    lib_check_scales("appcoef", c, l, n < 0 ? scales : n, 0)
    flat = reshape(c, [numel(c)])
    a = flat[0..int(l[0])-1]
    at = int(l[0])
    for scale = scales..-1..(n < 0 ? scales : n) + 1
        k = scales - scale + 1
        a = idwt(a, flat[at..at+int(l[k])-1], wavelet, int(l[k+1]), mode)
        at += int(l[k])
    end
    a = lib_like_vector(a, c)
end
function d = detcoef(c, l, n : int)
    lib_check_scales("detcoef", c, l, n, 1)
    k = numel(l) - 1 - n
    at = int(sum(l[0..k-1]))
    d = lib_like_vector(reshape(c, [numel(c)])[at..at+int(l[k])-1], c)
end
function [] = lib_check_scales(name : string, c, l, n : int, least : int)
    if numel(l) < 3 || n < least || n > numel(l) - 2
        error(sprintf("%s: scale %d of %d", name, n, numel(l) - 2))
    end
    if sum(l[0..numel(l)-2]) != numel(c)
        error(sprintf("%s: %d coefficients; the lengths say %d", name, numel(c), int(sum(l[0..numel(l)-2]))))
    end
end

% [a, h, v, d] = dwt2(x, wavelet, mode): of a matrix along the rows and the columns: low pass along both, high pass along the columns (horizontal edges), along the rows, along both. x = idwt2(a, h, v, d, wavelet,
% [rows, columns], mode).
function [a, h, v, d] = dwt2(x, wavelet, mode : string = "sym")
    [low, high] = lib_dwt_columns(transpose(x), wavelet, mode)
    [a, h] = lib_dwt_columns(transpose(low), wavelet, mode)
    [v, d] = lib_dwt_columns(transpose(high), wavelet, mode)
end
function [low, high] = lib_dwt_columns(x, wavelet, mode : string)
    [first, other] = dwt(x[:,0], wavelet, mode)
    low = zeros(numel(first), size(x,1))
    high = zeros(numel(first), size(x,1))
    for k = 0..size(x,1)-1
        [low[:,k], high[:,k]] = dwt(x[:,k], wavelet, mode)
    end
end
function x = idwt2(a, h, v, d, wavelet, extents = [], mode : string = "sym")
    [m, n] = numel(extents) == 0 ? [-1, -1] : [int(extents[0]), int(extents[1])]
    low = lib_idwt_columns(a, h, wavelet, m, mode)
    high = lib_idwt_columns(v, d, wavelet, m, mode)
    x = transpose(lib_idwt_columns(transpose(low), transpose(high), wavelet, n, mode))
end
function x = lib_idwt_columns(low, high, wavelet, n : int, mode : string)
    first = idwt(low[:,0], high[:,0], wavelet, n, mode)
    x = zeros(numel(first), size(low,1))
    for k = 0..size(low,1)-1
        x[:,k] = idwt(low[:,k], high[:,k], wavelet, n, mode)
    end
end
