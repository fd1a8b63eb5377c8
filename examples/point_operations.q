% Point operations: every pixel by itself. Whole-array expressions, a loop and a kernel say the same thing.
im = imread("examples/images/landscape.png")/255
grey = 0.299*im[:,:,0] + 0.587*im[:,:,1] + 0.114*im[:,:,2]

negative = 1 - grey
bright = grey.^(1/2.2)
lo = min(grey)
hi = max(grey)
stretched = (grey - lo)/(hi - lo)
printf("grey %.4f, negative %.4f, gamma %.4f, stretched %.4f\n", mean(grey), mean(negative), mean(bright), mean(stretched))

% The same contrast stretch as a loop, written back in place.
for m = 0..size(grey,0)-1
    for n = 0..size(grey,1)-1
        grey[m,n] = clamp((grey[m,n] - lo)/(hi - lo), 0, 1)
    end
end

% And a threshold as a kernel, one call a pixel.
function [] = __kernel__ threshold(x : mat'unchecked, y : mat'unchecked, level : scalar, pos : ivec2)
    y[pos] = x[pos] > level ? 1 : 0
end
mask = zeros(size(grey))
parallel_do(size(grey), grey, mask, 0.5, threshold)
print sum(mask), " of ", numel(mask), " pixels are brighter than half"
% expect: grey 0.5431, negative 0.4569, gamma 0.7472, stretched 0.4716
% expect: 102835 of 262144 pixels are brighter than half
