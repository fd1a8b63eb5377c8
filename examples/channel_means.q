% The mean of each colour channel: three accumulators, one pass.
im = imread("examples/images/landscape.png")
h = size(im,0)
w = size(im,1)
red = 0.0
green = 0.0
blue = 0.0
#pragma force_parallel
for m = 0..h-1
    for n = 0..w-1
        red += im[m,n,0]
        green += im[m,n,1]
        blue += im[m,n,2]
    end
end
printf("red %.2f  green %.2f  blue %.2f\n", red/(h*w), green/(h*w), blue/(h*w))
% expect: red 128.86  green 143.72  blue 136.71
