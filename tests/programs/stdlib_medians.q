% Medians of windows against the median of each window, with every way to go on outside, of ints and channels as well.
import "immedfilt.q"
import "imboundary.q"
function y = by_windows(x : mat, r : int, mode : string)
    b = extend_boundary(x, r, mode)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = median(reshape(b[i..i+2*r, j..j+2*r], (2*r+1)^2))
        end
    end
end
seed(4)
x = floor(rand(19,23)*50)
for r = 1..3
    for mode = ["mirror", "zero", "circular", "clamped"]
        print r, " ", mode, " ", max(abs(immedfilt(x, r, mode) - by_windows(x, r, mode)))
    end
end
% expect: 1 mirror 0
% expect: 1 zero 0
% expect: 1 circular 0
% expect: 1 clamped 0
% expect: 2 mirror 0
% expect: 2 zero 0
% expect: 2 circular 0
% expect: 2 clamped 0
% expect: 3 mirror 0
% expect: 3 zero 0
% expect: 3 circular 0
% expect: 3 clamped 0
z = zeros(19,23,2)
z[:,:,0] = x
z[:,:,1] = 3*x
y = immedfilt(cast(z, uint8), 2)
print max(abs(y[:,:,0] - by_windows(x, 2, "mirror"))), " ", max(abs(y[:,:,1] - 3*by_windows(x, 2, "mirror"))), " ", size(immedfilt(x[0,:], 2))
% expect: 0 0 [1,23]
