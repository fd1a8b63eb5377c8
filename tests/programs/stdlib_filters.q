% Filters of the library against plain loops in this file, in every boundary mode.
import "imfilter.q"
function v = outside(x, i, j, mode)
    [h, w] = [size(x,0), size(x,1)]
    v = 0.0
    if i >= 0 && i < h && j >= 0 && j < w
        v = x[i,j]
    elseif mode == "clamped"
        v = x[min(max(i,0),h-1), min(max(j,0),w-1)]
    elseif mode == "circular"
        v = x[periodize(i,h), periodize(j,w)]
    elseif mode == "mirror"
        p = mod(abs(i), 2*h)
        q = mod(abs(j), 2*w)
        v = x[p >= h ? 2*h-1-p : p, q >= w ? 2*w-1-q : q]
    elseif mode == "symmetric"
        while i < 0 || i >= h
            i = i < 0 ? -1-i : 2*h-1-i
        end
        while j < 0 || j >= w
            j = j < 0 ? -1-j : 2*w-1-j
        end
        v = x[i,j]
    end
end
function y = naive(x, f, c0, c1, mode)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t = 0.0
            for m = 0..size(f,0)-1
                for n = 0..size(f,1)-1
                    t += f[m,n]*outside(x, i+m-c0, j+n-c1, mode)
                end
            end
            y[i,j] = t
        end
    end
end
x = zeros(9,7)
for i = 0..8
    for j = 0..6
        x[i,j] = mod(7*i*i + 3*j + i*j, 11)
    end
end
full = [[1.0,2,3],[0,1,-1],[2,0,5]]
product = [[1.0,2,1],[2,4,2],[-1,-2,-1]]
modes = ["zero", "mirror", "circular", "clamped", "symmetric"]
worst = 0.0
for k = 0..4
    worst = max(worst, max(abs(imfilter(x, full, [1,1], modes[k]) - naive(x, full, 1, 1, modes[k]))))
    worst = max(worst, max(abs(imfilter(x, full, [0,2], modes[k]) - naive(x, full, 0, 2, modes[k]))))
    worst = max(worst, max(abs(imfilter(x, product, [], modes[k]) - naive(x, product, 1, 1, modes[k]))))
    worst = max(worst, max(abs(imfilter(x, [[1.0,2,3,4]], [0,2], modes[k]) - naive(x, [[1.0,2,3,4]], 0, 2, modes[k]))))
end
print worst < 1e-4
% the default: centre floor(size/2), zeros outside
print max(abs(imfilter(x, full) - naive(x, full, 1, 1, "zero"))) < 1e-4
print max(abs(gaussian_filter(x, 1.0, 0, "mirror") - naive(x, fgaussian(7, 1.0), 3, 3, "mirror"))) < 1e-4
print abs(sum(gaussian_kernel(2.0)) - 1) < 1e-6, numel(gaussian_kernel(2.0))
% channel by channel, and vecs
z = zeros(9,7,3)
for c = 0..2
    z[:,:,c] = (c+1)*x
end
f = imfilter(z, full, [1,1], "mirror")
print max(abs(f[:,:,2] - 3*naive(x, full, 1, 1, "mirror"))) < 1e-3
print imfilter([1,2,3], [1,0,0]), imfilter([1,2,3], [1,1,1], [], "clamped")
% medians, morphology, borders, sizes
print immedfilt([[1,2,3],[4,50,6],[7,8,9]], 1, "clamped")
print dilate([[0,0,0],[0,1,0],[0,0,0]], strel_cross(1))
print erode([[1,2,3],[4,5,6],[7,8,9]])
print max(abs(imopen(imopen(x)) - imopen(x))), max(abs(imclose(imclose(x)) - imclose(x)))
print extend_boundary([[1,2,3],[4,5,6],[7,8,9]], 1, "circular")
print padarray([1,2,3], [0,4], "symmetric"), " ", padarray([1,2,3], [0,4], "mirror")
print max(abs(crop_boundary(extend_boundary(x, [2,3]), [2,3]) - x))
print imresize([[1,2],[3,4]], 2, "nearest")
print imresize([[0.0,4,8]], [1,6])
print max(abs(imresize(x, 1, "bicubic") - x)) < 1e-6
[big, at] = power_of_two_extension(x)
print size(big), at, max(abs(big[at[0]..at[0]+8, at[1]..at[1]+6] - x))
% expect: 1
% expect: 1
% expect: 1
% expect: 113
% expect: 1
% expect: [0,1,2][4,6,8]
% expect: [2,3,3]
% expect: [4,6,6]
% expect: [7,8,9]
% expect: [0,1,0]
% expect: [1,1,1]
% expect: [0,1,0]
% expect: [1,1,2]
% expect: [1,1,2]
% expect: [4,4,5]
% expect: 00
% expect: [9,7,8,9,7]
% expect: [3,1,2,3,1]
% expect: [6,4,5,6,4]
% expect: [9,7,8,9,7]
% expect: [3,1,2,3,1]
% expect: [3,3,2,1,1,2,3,3,2,1,1] [2,3,3,2,1,2,3,3,2,1,1]
% expect: 0
% expect: [1,1,2,2]
% expect: [1,1,2,2]
% expect: [3,3,4,4]
% expect: [3,3,4,4]
% expect: [0,1,3,5,7,8]
% expect: 1
% expect: [16,8][3,0]0
