% Figures are saved as their file's ending says; what changes nothing warns once.
function [ok] = saves(f, name)
    ok = true
    try
        f.save(name)
    catch e
        print e
        ok = false
    end
end

im = [[0, 50, 100], [150, 200, 255]]
f = imshow(im)
print f.file[numel(f.file)-4..numel(f.file)-1]
% expect: .png
title("six pixels")
g = f.rasterize()
print type(g), " ", size(g), " ", g[1,2,0]
% expect: cube[uint8] [2,3,1] 255
colorbar()
hold("on")
over = plot([0, 2], [0, 1], "r-o")
hold("off")
print over.number == f.number
% expect: 1
print over.file[numel(over.file)-4..numel(over.file)-1]
% expect: .svg
print saves(f, "no ending")
% expect: 'no ending': the file's ending names no kind of figure
% expect: 0
print saves(f, "figure.docx")
% expect: 'figure.docx': the file's ending names no kind of figure
% expect: 0

% images stand in parts of a figure, beside plots
a = subplot(1, 2, 1)
b = imshow(im)
c = subplot(1, 2, 2)
d = bar([1, 2, 3])
print b.number == a.number, " ", d.number == a.number
% expect: 1 1

% values of 0..1 are nearly black where 255 is white
imshow([[0.2, 0.9]])
% warning Q0603 at 44:1
imshow([[0.2, 0.9]], [0, 1])
imshow([[true, false]])
plot([1, 2])
legend("one", "two")
% warning Q0603 at 49:1
zlabel("up")
% warning Q0603 at 51:1
zlabel("up")
colorbar()
% warning Q0603 at 54:1
plot([1, 2], "MarkerSize", 3)
% warning Q0603 at 56:1
axis("sideways")
% warning Q0603 at 58:1
axis("tight")
try
    xlim([2, 1])
catch e
    print e
end
% expect: limits are [lowest, highest]
