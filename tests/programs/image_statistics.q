% Mean, variance, minimum, maximum and the means of the channels of an image.
im = imread("examples/images/landscape.png")
h = size(im,0)
w = size(im,1)
total = 0
lo = 255.0
hi = 0.0
#pragma force_parallel
for m=0..h-1
    for n=0..w-1
        for c=0..2
            total += int(im[m,n,c])
            lo = min(lo, im[m,n,c])
            hi = max(hi, im[m,n,c])
        end
    end
end
red = 0
green = 0
blue = 0
#pragma force_parallel
for m=0..h-1
    for n=0..w-1
        red += int(im[m,n,0])
        green += int(im[m,n,1])
        blue += int(im[m,n,2])
    end
end
print h, " ", w, " ", total, " ", lo, " ", hi
% expect: 512 512 107292988 36 248
print red, " ", green, " ", blue
% expect: 33779260 37676136 35837592
