% Two waves that meet, their mean along each row, and how that runs on. To be looked at: qc report examples/waves.q
n = 256
im = zeros(n, n)
for m = 0..n-1
    for k = 0..n-1
        im[m,k] = 128 + 60*sin(m/9) + 60*cos((m+k)/14)
    end
end
imshow(im)
title("two waves")

% A sum for each row.
means = zeros(n)
for m = 0..n-1
    s = 0.0
    for k = 0..n-1
        s += im[m,k]
    end
    means[m] = s/n
end
plot(means)
title("mean of each row")

% A running sum: the iterations depend on each other, and still run in parallel.
total = 0.0
running = zeros(n)
for m = 0..n-1
    total += means[m] - 128
    running[m] = total
end

% A filter with memory runs in order, and the report says why.
smooth = zeros(n)
for m = 2..n-1
    smooth[m] = 0.3*means[m] + sqrt(abs(smooth[m-1]*smooth[m-2])) * 0.7
end
printf("running sum %.0f, smoothed %.0f\n", running[n-1], smooth[n-1])
% expect: running sum 1088, smoothed 143
