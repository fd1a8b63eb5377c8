% Otsu's threshold: the grey value that parts the histogram into two classes as far from each other as possible.
% Otsu, "A threshold selection method from gray-level histograms", 1979.
function [best, h] = otsu(x : mat)
    h = zeros(256)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            h[int(x[m,n])] += 1
        end
    end
    total = numel(x)
    all = 0.0
    for v = 0..255
        all += v*h[v]
    end
    below = 0.0   % pixels up to the threshold
    sum_below = 0.0
    widest = -1.0
    best = 0
    for t = 0..254
        below += h[t]
        sum_below += t*h[t]
        if below > 0 && below < total
            apart = sum_below/below - (all - sum_below)/(total - below)
            between = below/total*(1 - below/total)*apart^2
            if between > widest
                widest = between
                best = t
            end
        end
    end
end

im = imread("examples/images/grey.png")
x = im[:,:,0]
[level, h] = otsu(x)
print "threshold ", level
bright = x > level
printf("%.2f%% of the pixels are above it\n", 100*mean(bright))
printf("means of the classes: %.2f and %.2f\n", sum(x.*(1 - bright))/sum(1 - bright), sum(x.*bright)/sum(bright))
% expect: threshold 148
% expect: 36.48% of the pixels are above it
% expect: means of the classes: 108.74 and 190.28
