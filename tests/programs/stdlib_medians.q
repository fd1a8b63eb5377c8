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
for r = 1..4
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
% expect: 4 mirror 0
% expect: 4 zero 0
% expect: 4 circular 0
% expect: 4 clamped 0
z = zeros(19,23,2)
z[:,:,0] = x
z[:,:,1] = 3*x
y = immedfilt(cast(z, uint8), 2)
print max(abs(y[:,:,0] - by_windows(x, 2, "mirror"))), " ", max(abs(y[:,:,1] - 3*by_windows(x, 2, "mirror"))), " ", size(immedfilt(x[0,:], 2))
% expect: 0 0 [1,23]
% Every type and every way to go on outside, windows that are compared in registers, and larger ones, found among the values of bytes and shorts or among all pixels.
bad = 0
for T = {"bool", "uint8", "int16", "double"}
    z = cast(x[0..7,0..10] - 20, T)
    for r = [1,3,5,8]
        for mode = {"mirror", "zero", "circular", "clamped", "symmetric"}
            bad += sum(immedfilt(z, r, mode) != by_windows(z*1.0, r, mode))
        end
    end
end
print bad, " ", size(immedfilt(zeros(4,5,1), 1)), size(immedfilt([3,1,2], 3)), immedfilt([3,1,2,9,7], 1)
% expect: 0 [4,5,1][1,3][1,2,2,7,7]
% The channels of a row side by side.
bad = 0
for T = {"uint8", "int16", "float"}
    z = cast(floor(rand(9,8,3)*200), T)
    for r = 1..3
        for mode = {"mirror", "zero", "circular", "clamped", "symmetric"}
            y = immedfilt(z, r, mode)
            for c = 0..2
                bad += sum(reshape(y[:,:,c], [9,8]) != by_windows(reshape(z[:,:,c], [9,8])*1.0, r, mode))
            end
        end
    end
end
print bad
% expect: 0
print size(immedfilt(cast(z[:,:,0], uint8), 1)), size(immedfilt(cast([3,1,2], uint8), 1)), size(immedfilt(zeros(0,3), 4)), size(immedfilt(zeros(4,5,2), 5))
% expect: [9,8][1,3][0,3][4,5,2]
try
    y = immedfilt(complex(zeros(3,3), 1), 2)
catch e
    print e
end
% expect: immedfilt: complex numbers have no order
% Ints are ordered as ints, in loops and outside.
function m = middles(x)
    m = zeros(numel(x) - 5, 2)
    for i = 0..numel(x)-6
        m[i,0] = median(x[i..i+4])
        m[i,1] = median(x[i..i+5])
    end
end
bad = 0
for T = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}
    x8 = cast(2^40*(rand(60) - 0.5), T)
    m = middles(x8)
    for i = 0..numel(x8)-6
        five = x8[i..i+4]
        six = x8[i..i+5]
        bad += m[i,0] != median(five) || m[i,1] != median(six)
    end
end
print bad
% expect: 0
% NaN: ignored by 3 x 3, handed on by 5 x 5, after all numbers in larger windows.
x[3..5,3..5] = nan
print immedfilt(x, 1)[4,4], immedfilt(x, 2)[4,4], isnan(immedfilt(x, 3)[4,4]), isnan(immedfilt(x, 4)[4,4])
% expect: -infnan00
