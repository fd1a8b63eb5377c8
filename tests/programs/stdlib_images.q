% imhist.q, imquality.q, imgeometry.q, imlabel.q and the masks of imfilter.q against loops written out and values of SciPy.
import "imhist.q"
import "imlabel.q"
function y = near(a, b, e = 2e-5)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < e
end
[h, w] = [40, 56]
im = zeros(h, w)
for i=0..h-1
    for j=0..w-1
        im[i,j] = mod(i*i + 7*j, 200) + (i > 20 && j > 30 ? 55 : 0)
    end
end

[n, v] = imhist(im)
print sum(n), " ", n[55] == sum(im == 55), " ", v[255], " ", sum(imhist(im, 4)), imhist([0,127,128,255], 2)
level = graythresh(im)
best = -1.0
at = 0
for t=0..254
    low = im[im <= t]
    high = im[im > t]
    if numel(low) > 0 && numel(high) > 0
        between = numel(low)*numel(high)*(mean(low) - mean(high))^2
        if between > best*(1 + 1e-6)
            best = between
            at = t
        end
    end
end
print abs(level*255 - at) < 0.51, " ", numel(im[im2bw(im, level)]) == sum(im > level*255)
print near(entropy([0,0,1,1,2,2,3,3]), 2), near(entropy(ones(4,4)), 0)
print stretchlim(0..255, [0.1,0.9]), imadjust([0,51,127.5,255], [0.2,0.5])
print near(imadjust([0,51,102,255], [0,1], [1,0], 2), [255,244.8,214.2,0]), imcomplement([0,255]), imcomplement([1,2] > 1), imabsdiff([1,2], [3,1])
print histeq([[0,100],[200,255]], 4)

% The similarity of one window of 11 x 11 pixels is that of its weighted moments.
[a, b] = [im[3..13,5..15], im[4..14,7..17]]
g = fspecial("gaussian", 11, 1.5)
[ma, mb] = [sum(g.*a), sum(g.*b)]
expected = (2*ma*mb + 6.5025)*(2*sum(g.*(a-ma).*(b-mb)) + 58.5225)/((ma^2 + mb^2 + 6.5025)*(sum(g.*(a-ma).^2) + sum(g.*(b-mb).^2) + 58.5225))
print near(ssim(a, b), expected, 1e-4), near(ssim(im, im), 1)
[s, map] = ssim(im, im + 10)
print s < 1, size(map)

print imrotate([[1,2,3],[4,5,6]], 90)
print near(imrotate(im, 180), rot90(im, 2)), near(imrotate(im, -90), rot90(im, 3)), near(imrotate(im, 0, "bicubic"), im), near(imrotate(im, 360, "bilinear", "crop"), im)
r = imrotate(im, 30, "bilinear", "crop")
% pixel (18, 30): 1.5 above and 2.5 right of the middle
[row, column] = [2.5*sin(pi/6) - 1.5*cos(pi/6) + 19.5, 2.5*cos(pi/6) + 1.5*sin(pi/6) + 27.5]
print near(r[18,30], interp2(im, column, row), 1e-3), size(imrotate(im, 30)), size(imrotate(zeros(4,6,3), 90))
% Bytes, of which four are read as one word, give what they give as floats.
colours = cast(reshape(mod((0..h*w*3-1)*(0..h*w*3-1), 256), h, w, 3), uint8)
same = 1
for box = {"loose", "crop"}
    for method = {"nearest", "bilinear", "bicubic"}
        for angle = [0, 30, -77, 90, 200]
            for by = {colours, colours[:,:,1]}
                same = same && max(abs(imrotate(by, angle, method, box) - imrotate(1.0*by, angle, method, box))) == 0
            end
        end
    end
end
print same
s = integralimage(im)
print size(s), " ", s[11,21] - s[3,21] - s[11,5] + s[3,5] == sum(im[3..10,5..20])

[l, n] = bwlabel([[1,1,0,0,1],[0,1,0,1,1],[1,0,0,0,0],[1,0,1,1,1]])
print l
print n
[l, n] = bwlabel([[1,1,0,0,1],[0,1,0,1,1],[1,0,0,0,0],[1,0,1,1,1]], 4)
print l
% a spiral: one part
spiral = [[1,1,1,1,1],[0,0,0,0,1],[1,1,1,0,1],[1,0,0,0,1],[1,1,1,1,1]]
[l, n] = bwlabel(spiral, 4)
print n, " ", max(abs(l - spiral))
d = bwdist([[0,0,0,0,1],[0,0,0,0,0],[1,0,0,0,0],[0,0,0,0,0]])
print near(d.^2, [[4,5,4,1,0],[1,2,5,2,1],[0,1,4,5,4],[1,2,5,10,9]]), bwdist(zeros(2,2))
mask = im > 230
d = bwdist(mask)
wrong = 0
for i=0..h-1
    for j=0..w-1
        nearest = 1e9
        for p=0..h-1
            for q=0..w-1
                if mask[p,q]
                    nearest = min(nearest, (i-p)^2 + (j-q)^2)
                end
            end
        end
        wrong += abs(d[i,j]^2 - nearest) > 1e-2
    end
end
print wrong

print near(fspecial("gaussian", [3,5], 1)[1,:], exp(-([-2,-1,0,1,2]).^2/2)/sum(exp(-([-2,-1,0,1,2]).^2/2))/(1 + 2*exp(-0.5)))
print near(sum(fspecial("disk", 3.2)), 1), near(fspecial("disk", 1)[1,1], 1/pi, 1e-4), near(sum(fspecial("log", 7, 1)), 0), fspecial("average", [1,4])
print fspecial("motion", 5), near(fspecial("motion", 7, 90), ones(7,1)/7), near(fspecial("motion", 9, 45), transpose(fspecial("motion", 9, 45)))
print near(fspecial("unsharp"), [[0,0,0],[0,1,0],[0,0,0]] - fspecial("laplacian"))
print fspecial("sobel")
print near(medfilt2(im, [5,5]), immedfilt(im, 2, "zero"))
[y, noise] = wiener2(im, [5,5])
local = mean(im[8..12,8..12])
spread = mean(im[8..12,8..12].^2) - local^2
print near(y[10,10], local + max(spread - noise, 0)/max(spread, noise)*(im[10,10] - local), 1e-2), near(wiener2(im, [3,3], 0), im, 1e-2)
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
refuses(() -> print(fspecial("gauss")))
refuses(() -> print(ssim(ones(5,5), ones(5,5))))
refuses(() -> print(imrotate(ones(5,5), 10, "best")))
refuses(() -> print(bwlabel(ones(5,5), 6)))
refuses(() -> print(medfilt2(ones(5,5), [3,0])))
refuses(() -> print(imadjust(ones(5,5), [1,0])))
% expect: 2240 1 255 2240[2,2]
% expect: 1 1
% expect: 11
% expect: [0.09803922,0.9019608][0,0,255,255]
% expect: 1[255,0][1,0][2,1]
% expect: [  0, 85]
% expect: [170,255]
% expect: 11
% expect: 1[30,46]
% expect: [3,6]
% expect: [2,5]
% expect: [1,4]
% expect: 1111
% expect: 1[63,69][6,4,3]
% expect: 1
% expect: [41,57] 1
% expect: [1,1,0,0,2]
% expect: [0,1,0,2,2]
% expect: [1,0,0,0,0]
% expect: [1,0,3,3,3]
% expect: 3
% expect: [1,1,0,0,2]
% expect: [0,1,0,2,2]
% expect: [3,0,0,0,0]
% expect: [3,0,4,4,4]
% expect: 1 0
% expect: 1[inf,inf]
% expect: [inf,inf]
% expect: 0
% expect: 1
% expect: 111[0.25,0.25,0.25,0.25]
% expect: [0.2,0.2,0.2,0.2,0.2]11
% expect: 1
% expect: [ 1, 2, 1]
% expect: [ 0, 0, 0]
% expect: [-1,-2,-1]
% expect: 1
% expect: 11
% expect: fspecial: 'gauss' is not one of average, gaussian, disk, motion, laplacian, log, unsharp, sobel, prewitt
% expect: ssim: 5 x 5 pixels; the window has 11 x 11
% expect: imrotate: the method 'best' is not one of nearest, bilinear, bicubic
% expect: bwlabel: connectivity 6 is neither 4 nor 8
% expect: medfilt2: a window of 3 x 0 pixels; both are 1 or more
% expect: imadjust: the limits 1 and 0 are not ascending
