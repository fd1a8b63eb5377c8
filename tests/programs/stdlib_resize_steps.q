% Columns that lie at regular places (a half, a third, a quarter, twice) are not looked up: the bits are those of images of two channels, whose columns are;
% and all are those of the sum over all four or sixteen pixels, up to rounding.
import "imresize.q"
function y = direct(x : mat, h : int, w : int, taps : int)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            [u, v] = [(i + 0.5)*size(x,0)/h - 0.5, (j + 0.5)*size(x,1)/w - 0.5]
            total = 0.0
            for a = 1-int(taps/2)..int(taps/2)
                for b = 1-int(taps/2)..int(taps/2)
                    [p, q] = [int(floor(u)) + a, int(floor(v)) + b]
                    weight = lib_resize_weight(u - p, int(taps/2))*lib_resize_weight(v - q, int(taps/2))
                    total += weight*x[clamp(p, size(x,0)-1), clamp(q, size(x,1)-1)]
                end
            end
            y[i,j] = total
        end
    end
end
seed(2)
for method = {"bilinear", "bicubic"}
    other = 0
    worst = 0.0
    for n = [1, 2, 3, 4, 12, 36, 60, 1500, 4100]
        for m = {[5,n], [5,2*n], [9,3*n], [4,4*n]}
            for size_of = {[5,int(m[1]/2)], [9,int(m[1]/3)], [2,int(m[1]/4)], [7,2*m[1]]}
                if size_of[1] > 0
                    x = rand(m[0], m[1])
                    two = zeros(m[0], m[1], 2)
                    two[:,:,1] = x
                    y = imresize(x, size_of, method)
                    other += sum(y != reshape(imresize(two, size_of, method)[:,:,1], size_of))
                    if m[1] < 500
                        worst = max(worst, max(abs(y - direct(x, size_of[0], size_of[1], method == "bicubic" ? 4 : 2))))
                    end
                end
            end
        end
    end
    print method, " ", other, " ", worst < 2e-6
end
% expect: bilinear 0 1
% expect: bicubic 0 1
% Bytes, masks and rows.
x = floor(255*rand(12, 18))
print max(abs(imresize(cast(x, uint8), 0.5) - imresize(x, 0.5))), max(abs(imresize(x > 100, 2) - imresize(1.0*(x > 100), 2))), size(imresize([1,2,3], 2)), size(imresize(ones(4,6,3), 0.5))
% expect: 00[2,6][2,3,3]
% Rows and columns that lie at regular places, of floats, bytes and words, of one channel and of three.
[wrong, worst] = [0, 0.0]
x = floor(256*rand(24, 24, 3))
for size_of = {[12,12], [8,8], [6,6], [12,6], [6,12], [8,6], [6,8], [12,8], [8,12]}
    y = imresize(x, size_of)
    wrong += sum(imresize(cast(x, uint8), size_of)[:] != y[:]) + sum(imresize(cast(x, uint16), size_of)[:] != y[:])
    for c = 0..2
        z = imresize(reshape(x[:,:,c], 24, 24), size_of)
        wrong += sum(z[:] != y[:,:,c][:])
        worst = max(worst, max(abs(z - direct(reshape(x[:,:,c], 24, 24), size_of[0], size_of[1], 2))))
    end
end
print wrong, " ", worst < 1e-3
% expect: 0 1
