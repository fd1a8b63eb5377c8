% imrestore.q: templates found, images restored. The centre of a mask psf is floor(size/2); where images are restored they go on periodically.

% c = normxcorr2(template, x): the correlation coefficient of the template and the part of x under it, zeros outside, wherever they overlap: (h+m-1) x (w+n-1) elements; the
% largest is where the last pixel of the best fit lies (Lewis 1995). 0 where the part is flat.
function c : mat = normxcorr2(template : mat, x : mat)
    [m, n] = size(template, 0..1)
    [h, w] = size(x, 0..1)
    if m*n < 2 || m > h || n > w
        error(sprintf("normxcorr2: a template of %d x %d in an image of %d x %d; it has 2 pixels or more and is no larger than the image", m, n, h, w))
    end
    t = 1.0*template - mean(template)
    energy = sum(t.*t)
    if energy == 0
        error("normxcorr2: all pixels of the template are equal")
    end
    middle = mean(x)
    y = 1.0*x - middle
    % What x lacks of its mean outside: zeros there are -mean of y.
    padded = zeros(h + 2*(m-1), w + 2*(n-1)) - middle
    padded[m-1..m+h-2, n-1..n+w-2] = y
    both = lib_correlated_valid(padded, t)
    totals = conv2(ones(m), ones(n), padded, "valid")
    squares = conv2(ones(m), ones(n), padded.*padded, "valid")
    largest = max(squares)
    c = zeros(h+m-1, w+n-1)
    for i = 0..h+m-2
        for j = 0..w+n-2
            spread = squares[i,j] - totals[i,j]*totals[i,j]/(m*n)
            c[i,j] = spread > 16*eps*largest ? clamp(both[i,j]/sqrt(spread*energy), -1, 1) : 0.0
        end
    end
end
% Small masks directly, larger ones through Fourier transforms.
function y : mat = lib_correlated_valid(x : mat, t : mat)
    if numel(t) <= 64
        y = filter2(t, x, "valid")
    else
        [h, w] = [nextpow2(size(x,0)), nextpow2(size(x,1))]
        y = real(ifft2(fft2(lib_at_corner(x, h, w)).*conj(fft2(lib_at_corner(t, h, w)))))[0..size(x,0)-size(t,0), 0..size(x,1)-size(t,1)]
    end
end
function y : mat = lib_at_corner(x : mat, h : int, w : int)
    y = zeros(h, w)
    y[0..size(x,0)-1, 0..size(x,1)-1] = x
end

% H = psf2otf(psf, [h, w]): the Fourier transform of a mask in an image of h x w, its centre at pixel (0,0).
function H = psf2otf(psf : mat, extents)
    [h, w] = [int(extents[0]), int(extents[1])]
    if size(psf,0) > h || size(psf,1) > w || numel(psf) == 0
        error(sprintf("psf2otf: a mask of %d x %d for an image of %d x %d; it has a pixel and is no larger than the image", size(psf,0), size(psf,1), h, w))
    end
    H = fft2(circshift(lib_at_corner(1.0*psf, h, w), [-int(size(psf,0)/2), -int(size(psf,1)/2)]))
end

% y = deconvwnr(x, psf, nsr): Wiener's estimate of what was blurred by psf; nsr: the power of the noise over that of the image, a number or a matrix over the frequencies.
function y : mat = deconvwnr(x : mat, psf : mat, nsr = 0)
    H = psf2otf(psf, size(x))
    power = real(H.*conj(H)) + nsr
    if min(power) <= 0
        error("deconvwnr: the mask has frequencies of power 0; a noise-to-signal ratio above 0 is needed")
    end
    y = real(ifft2(conj(H).*fft2(1.0*x)./power))
end

% y = deconvlucy(x, psf, steps): steps of Richardson's and Lucy's iteration (1972, 1974) from x, for x >= 0; large masks through Fourier transforms.
function y : mat = deconvlucy(x : mat, psf : mat, steps : int = 10)
    if numel(x) > 0 && min(x) < 0
        error("deconvlucy: x has pixels below 0; they count photons")
    end
    mask = psf/sum(psf)
    H = psf2otf(mask, size(x))
    centre = floor(size(psf)/2)
    y = 1.0*x
    for k = 1..steps
        if numel(mask) <= 400
            blurred = imfilter(y, rot90(mask, 2), size(psf) - 1 - centre, "circular")
            y = max(y.*imfilter(x./max(blurred, 1e-12), mask, centre, "circular"), 0)
        else
            ratio = x./max(real(ifft2(H.*fft2(y))), 1e-12)
            y = max(y.*real(ifft2(conj(H).*fft2(ratio))), 0)
        end
    end
end

% k = imquantize(x, levels, values): the number of levels (ascending) that are below each pixel, from 0 on; with values, one more than levels, values[k].
function k = imquantize(x, levels, values = [])
    if numel(values) != 0 && numel(values) != numel(levels) + 1
        error(sprintf("imquantize: %d values for %d levels; there is one more", numel(values), numel(levels)))
    end
    if numel(levels) > 1 && any(diff(reshape(levels, [numel(levels)])) < 0)
        error("imquantize: the levels are not ascending")
    end
    k = zeros(size(x))
    for p = 0..numel(x)-1
        class = 0
        for l = 0..numel(levels)-1
            class += x[p] > levels[l] ? 1 : 0
        end
        k[p] = numel(values) == 0 ? class : values[class]
    end
end

% t = multithresh(x, n): the n thresholds between classes of pixels whose means lie farthest apart (Otsu 1979), of 256 equal bins between the extremes; n = 1, 2 or any: the best
% division of the first bins into classes, class by class.
function t : vec = multithresh(x, n : int = 1)
    if n < 1 || n > 20
        error(sprintf("multithresh: %d thresholds; 1 to 20", n))
    end
    [low, high] = [1.0*min(x), 1.0*max(x)]
    if low == high
        error("multithresh: all pixels are equal")
    end
    count = zeros(256)
    for k = 0..numel(x)-1
        count[int(floor((x[k] - low)/(high - low)*255 + 0.5))] += 1
    end
    t = lib_best_classes(count/numel(x), n)*((high - low)/255) + low
end
% best[c,e]: the largest sum over c+1 classes of the bins 0..e of weight times squared mean; from[c,e]: where the last of these classes begins.
function t : vec = lib_best_classes(p : vec, n : int)
    weight = zeros(257)
    moment = zeros(257)
    weight[1..256] = cumsum(p)
    moment[1..256] = cumsum(p.*(0..255))
    best = zeros(n+1, 256)
    from = imat(n+1, 256)
    for e = 0..255
        best[0,e] = weight[e+1] > 0 ? moment[e+1]^2/weight[e+1] : 0.0
    end
    for c = 1..n
        for e = 0..255
            top = -1.0
            for s = 0..e
                share = weight[e+1] - weight[s]
                here = (s > 0 ? best[c-1,max(s-1, 0)] : 0.0) + (share > 0 ? (moment[e+1] - moment[s])^2/share : 0.0)
                if here > top
                    top = here
                    from[c,e] = s
                end
            end
            best[c,e] = top
        end
    end
    t = zeros(n)
    last = 255
    for c = n..-1..1
        last = max(from[c,last] - 1, 0)
        t[c-1] = last
    end
end

% y = edgetaper(x, psf): x whose borders run over into the opposite ones, so that transforms see no step: near them x blurred periodically by psf, in between x itself, weighted by the autocorrelations of
% the mask's sums along either dimension.
function y : mat = edgetaper(x : mat, psf : mat)
    [h, w] = size(x, 0..1)
    mask = psf/sum(psf)
    H = psf2otf(mask, [h, w])
    blurred = real(ifft2(H.*fft2(1.0*x)))
    a = lib_taper(sum(mask, 1), h)
    b = lib_taper(sum(mask, 0), w)
    weight = reshape(1 - a, [h, 1]).*reshape(1 - b, [1, w])
    y = clamp(weight.*x + (1 - weight).*blurred, min(x), max(x))
end
% The autocorrelation of a line in a circle of n-1 samples, 1 at both ends of n.
function z : vec = lib_taper(line, n : int)
    m = numel(line)
    if n < 2 || m > n-1
        z = ones(n)
    else
        whole = zeros(n-1)
        whole[0..m-1] = reshape(line, [m])
        s = fft1(whole)
        r = real(ifft1(real(s).^2 + imag(s).^2))
        z = horzcat(r, [r[0]])/max(r)
    end
end
