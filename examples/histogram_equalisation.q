% Histogram equalisation: the running sum of the histogram is the curve that spreads the grey values evenly.
im = imread("examples/images/grey.png")
x = floor(im[:,:,0]/2) + 60  % a flat image

% Data-dependent bins, counted in parallel.
h = vec[int](256)
for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
        h[int(x[m,n])] += 1
    end
end

% A running value that is stored.
curve = zeros(256)
s = 0
for k = 0..255
    s += h[k]
    curve[k] = 255*s/numel(x)
end

y = zeros(size(x))
for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
        y[m,n] = curve[int(x[m,n])]
    end
end

print sum(h), " pixels"
printf("range %g..%g -> %.2f..%.2f\n", min(x), max(x), min(y), max(y))
printf("mean %.3f -> %.3f, deviation %.3f -> %.3f\n", mean(x), mean(y), std(x), std(y))
% expect: 262144 pixels
% expect: range 82..181 -> 0.00..255.00
% expect: mean 129.244 -> 129.233, deviation 22.819 -> 73.383
