% Mean, variance and range of an image, over all of its channels.
%
%   ./dev run examples/mean_image.q
%   build/bin/qc --explain examples/mean_image.q      what becomes of each loop
%
% The report on the loop in line 15 says "reduction over m, n, c" with four accumulators: one pass over the image, on the
% GPU when there is one, and the same bits on the CPU.
im = imread("examples/images/landscape.png")
total = 0.0
squares = 0.0
low = inf
high = -inf

#pragma force_parallel
for m = 0..size(im,0)-1
    for n = 0..size(im,1)-1
        for c = 0..size(im,2)-1
            v = im[m,n,c] / 255
            total += v
            squares += v*v
            low = min(low, v)
            high = max(high, v)
        end
    end
end

mean = total / numel(im)
variance = squares / numel(im) - mean*mean
printf("%d x %d pixels, %d channels\n", size(im,0), size(im,1), size(im,2))
printf("mean %.3f  variance %.4f  from %.3f to %.3f\n", mean, variance, low, high)
% expect: 512 x 512 pixels, 3 channels
% expect: mean 0.535  variance 0.0446  from 0.141 to 0.973
% loop 15: reduction + total, + squares, min low, max high
