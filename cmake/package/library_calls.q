% Calls functions of the library as programs do, so that a package can bring the code of what they run: images of floats
% and of bytes, with one and three channels, even and odd extents, small and large; signals; matrices.
%
% Arguments: what is called with ("image", rows, columns, channels, bytes; "signal", samples; "matrix", rows) and which of
% the calls. One call a process: how a loop is compiled hangs on what it was compiled for before. With call -1 it prints how
% many there are.

function calls = for_boundaries(mode)
    calls = {
        x -> imfilter(x, ones(3,3)/9, [], mode), x -> imfilter(x, rand(5,5), [], mode), x -> gaussian_filter(x, 2, 0, mode),
        x -> immedfilt(x, 1, mode), x -> immedfilt(x, 2, mode)}
end

function calls = for_images()
    calls = {
        x -> imfilter(x, ones(3,3)/9), x -> imfilter(x, ones(5,5)/25), x -> imfilter(x, ones(7,7)/49),
        x -> imfilter(x, rand(3,3)), x -> imfilter(x, rand(5,5)), x -> imfilter(x, rand(7,7)), x -> imfilter(x, rand(9,9)),
        x -> gaussian_filter(x, 0.5), x -> gaussian_filter(x, 1), x -> gaussian_filter(x, 2), x -> gaussian_filter(x, 3),
        x -> gaussian_filter(x, 5), x -> gaussian_filter(x, 8),
        x -> immedfilt(x, 1), x -> immedfilt(x, 2), x -> immedfilt(x, 3), x -> immedfilt(x, 4),
        x -> imerode(x, ones(3,3)), x -> imerode(x, ones(5,5)), x -> imerode(x, ones(7,7)), x -> imerode(x, ones(15,15)),
        x -> imdilate(x, ones(3,3)), x -> imdilate(x, ones(5,5)), x -> imdilate(x, ones(7,7)), x -> imdilate(x, ones(15,15)),
        x -> imopen(x, strel_disk(3)), x -> imclose(x, strel_disk(3)), x -> imopen(x, ones(5,5)), x -> imclose(x, ones(5,5)),
        x -> imresize(x, 0.25), x -> imresize(x, 0.5), x -> imresize(x, 0.75), x -> imresize(x, 1.5), x -> imresize(x, 2.0),
        x -> imresize(x, 0.5, "nearest"), x -> imresize(x, 2.0, "nearest"), x -> imresize(x, 0.5, "bicubic"),
        x -> imresize(x, 2.0, "bicubic"), x -> imresize(x, [300, 400]),
        x -> imrotate(x, 30), x -> imrotate(x, 30, "bilinear", "crop"), x -> imrotate(x, 30, "nearest"), x -> imrotate(x, 90),
        x -> imwarp(x, affine2d([[1,0.1,0],[-0.1,1,0],[3,4,1]])),
        x -> fliplr(x), x -> flipud(x), x -> padarray(x, [8,8]), x -> imsharpen(x), x -> im2double(x),
        x -> mean(x), x -> max(x), x -> min(x), x -> sum(x), x -> std(x*1.0), x -> median(x*1.0)}
end

function calls = for_matrices()
    calls = {
        x -> imgradientxy(x), x -> imgradient(x), x -> edge(1.0*x, "sobel"), x -> edge(1.0*x, "prewitt"),
        x -> edge(1.0*x, "canny"), x -> edge(1.0*x, "log"), x -> histeq(x), x -> imadjust(x), x -> adapthisteq(x),
        x -> imhist(x), x -> graythresh(x), x -> bwdist(x > 127), x -> bwlabel(x > 127), x -> bwmorph(x > 127, "thin"),
        x -> integralimage(1.0*x), x -> cornermetric(1.0*x), x -> wiener2(1.0*x), x -> imbilatfilt(1.0*x), x -> histogram(x),
        x -> cumsum(1.0*x, 1), x -> cumsum(1.0*x, 0), x -> real(ifft2(fft2(1.0*x))), x -> medfilt2(1.0*x),
        x -> sum(1.0*x, 0), x -> sum(1.0*x, 1), x -> mean(1.0*x, 0), x -> max(x, [], 1), x -> transpose(x)}
end

function calls = for_colours()
    calls = {
        x -> rgb2gray(x), x -> rgb2hsv(x/255.0), x -> hsv2rgb(x/255.0), x -> rgb2ycbcr(x), x -> ycbcr2rgb(x),
        x -> rgb2lab(x/255.0), x -> lab2rgb(x/2.55)}
end

function y = filtered(x)
    [b, a] = butter(4, 0.2)
    y = filter(b, a, x) + filtfilt(b, a, x)
end

function calls = for_signals()
    calls = {
        x -> filtered(x), x -> filter(ones(5)/5, 1.0, x), x -> conv(x, rand(31)), x -> medfilt1(x, 5), x -> fft1(x),
        x -> pwelch(x), x -> spectrogram(x), x -> xcorr(x[0..min(numel(x),4096)-1]), x -> resample(x, 3, 2), x -> cumsum(x),
        x -> sort(x), x -> interp1(x, (0..numel(x)-2)+0.5), x -> median(x), x -> std(x), x -> var(x), x -> detrend(x),
        x -> findpeaks(x), x -> sum(x), x -> max(x), x -> norm(x), x -> dotprod(x, x), x -> prctile(x, 90), x -> trapz(x)}
end

function calls = for_square_matrices()
    calls = {
        a -> solve(a, rand(size(a,0))), a -> inv(a), a -> det(a), a -> qr(a), a -> svd(a), a -> lu(a),
        a -> chol(a*transpose(a)), a -> symeig(a + transpose(a)), a -> eig(a), a -> expm(a/size(a,0)), a -> pinv(a),
        a -> cov(a), a -> rank(a), a -> cond(a)}
end

function x = picture(h : int, w : int, channels : int, bytes : int)
    x = channels == 1 ? 255*rand(h, w) : 255*rand(h, w, channels)
    if bytes
        x = cast(x, uint8)
    end
end

% The k-th item of several lists; [] where there is none.
function f = item_of(lists, k : int)
    f = []
    for list = lists
        if k >= 0 && k < numel(list)
            f = list[k]
        end
        k -= numel(list)
    end
end

function [] = main(kind : string, call : int, n : int, w : int = 1, channels : int = 1, bytes : int = 0)
    match kind with
    | "image" ->
        modes = {for_boundaries("zero"), for_boundaries("mirror"), for_boundaries("clamped"), for_boundaries("circular"), for_boundaries("symmetric")}
        others = channels == 1 ? for_matrices() : for_colours()
        lists = {modes[0], modes[1], modes[2], modes[3], modes[4], for_images(), others}
    | "signal" -> lists = {for_signals()}
    | "matrix" -> lists = {for_square_matrices()}
    end
    if call < 0
        count = 0
        for list = lists
            count += numel(list)
        end
        print count
    else
        f = item_of(lists, call)
        match kind with
        | "image" -> y = f(picture(n, w, channels, bytes))
        | "signal" -> y = f(rand(n))
        | "matrix" -> y = f(rand(n, n) + n*eye(n))
        end
    end
end
