% K-means: the colours of an image as four. Each pixel goes to the nearest centre; each centre to the mean of its pixels.
im = imread("examples/images/landscape.png")
im = im[0..2..size(im,0)-1, 0..2..size(im,1)-1, :]  % every second pixel tells the colours as well
h = size(im,0)
w = size(im,1)
k = 4
centres = zeros(k, 3)
for c = 0..k-1  % along a diagonal
    centres[c,:] = im[int((c+0.5)*h/k), int((c+0.5)*w/k), :]
end
label = mat[int](h, w)

for round = 1..10
    for m = 0..h-1
        for n = 0..w-1
            best = inf
            which = 0
            for c = 0..k-1
                d = (im[m,n,0]-centres[c,0])^2 + (im[m,n,1]-centres[c,1])^2 + (im[m,n,2]-centres[c,2])^2
                if d < best
                    best = d
                    which = c
                end
            end
            label[m,n] = which
        end
    end
    count = zeros(k)
    total = zeros(k, 3)
    for m = 0..h-1
        for n = 0..w-1
            count[label[m,n]] += 1
            for c = 0..2
                total[label[m,n],c] += im[m,n,c]
            end
        end
    end
    centres = total./reshape(max(count, 1), [k,1])
end

for c = 0..k-1
    printf("%6d pixels of colour %.1f %.1f %.1f\n", count[c], centres[c,0], centres[c,1], centres[c,2])
end
% expect:  21901 pixels of colour 117.6 141.1 174.5
% expect:  19411 pixels of colour 197.3 197.9 197.3
% expect:   6732 pixels of colour 60.5 76.2 64.7
% expect:  17492 pixels of colour 93.2 112.9 50.5
