% regionprops against skimage.measure.regionprops (axes with the 1/12 of square pixels added by hand), watershed against the same flooding written with Python's heapq
% (99.9 % of the pixels as skimage.segmentation.watershed), hough against NumPy.
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 1e-4
end
function [] = show(name, e)
    s = 0
    for k = 0..numel(e)-1
        s = mod(s*31 + int(e[k]+100)*(k+7), 1000003)
    end
    print name, " ", sum(e), " ", s
end
x = zeros(40, 50)
for i = 0..39
    for j = 0..49
        x[i,j] = floor(20*sin(i*0.5)*cos(j*0.4)) + mod(i*37 + j*91 + i*j*13, 7)
    end
end
[label, n] = bwlabel(x > 9)
s = regionprops(label, x)
p = s[0]
print n, " ", numel(s), " ", p.Area, " ", near(p.Centroid, [1.142857,3.071429]), p.BoundingBox, near([p.EquivDiameter, p.Extent], [4.222008,0.7])
print near([p.MajorAxisLength, p.MinorAxisLength, p.Eccentricity, p.Orientation], [4.918382,4.250650,0.503083,63.434949])
print near(p.MeanIntensity, 15.785714), " ", p.MinIntensity, " ", p.MaxIntensity
p = s[2]
print p.Area, " ", near(p.Centroid, [31.333333,3.148148]), p.BoundingBox, near(p.Orientation, 11.488056), " ", isfield(p, "MeanIntensity"), isfield(regionprops(label)[0], "MeanIntensity")
print numel(regionprops(zeros(3,3)))
show("8 neighbours", watershed(x))
show("4 neighbours", watershed(x, 4))
print watershed([[1,2,3,2,1],[1,2,3,2,1]])
m = zeros(30, 40)
for k = 0..25
    m[k,k+5] = 1
    m[12,k+3] = 1
end
[H, theta, rho] = hough(m)
p = houghpeaks(H, 2)
print size(H), p[0,:], p[1,:], " ", theta[p[0,1]], " ", rho[p[0,0]], " ", theta[p[1,1]], " ", rho[p[1,0]], " ", sum(H), " ", size(houghpeaks(H, 5, 100))
refuses(() -> regionprops([[0,1],[1.5,0]]))
refuses(() -> regionprops(label, ones(2,2)))
refuses(() -> watershed(x, 5))
refuses(() -> houghpeaks(H, 1, 1, [2, 3]))
% expect: 25 25 14 1[-0.5,0.5,4,5]1
% expect: 1
% expect: 1 11 25
% expect: 27 1[27.5,0.5,7,5]1 10
% expect: 0
% expect: 8 neighbours 18941 696399
% expect: 4 neighbours 42642 461230
% expect: [1,1,0,2,2]
% expect: [1,1,0,2,2]
% expect: [99,180][53,45][37,0] -45 4 -90 -12 9180 [0,2]
% expect: regionprops: labels are whole numbers from 0 on, as bwlabel gives them
% expect: regionprops: an image of 2 x 2 for labels of 40 x 50
% expect: watershed: connectivity 5 is neither 4 nor 8
% expect: houghpeaks: 1 peak or more; [rows, columns] around a peak are two odd numbers
