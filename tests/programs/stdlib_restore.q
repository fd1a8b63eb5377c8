% imrestore.q against the definitions written with NumPy and scipy.ndimage in double precision; multithresh against all combinations of thresholds.
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 1e-3
end
x = zeros(24, 30)
for i = 0..23
    for j = 0..29
        x[i,j] = floor(20*sin(i*0.5)*cos(j*0.4)) + mod(i*37 + j*91 + i*j*13, 7) + 30
    end
end
c = normxcorr2(x[5..8,7..11], x)
print size(c), argmax(reshape(c, [numel(c)])), " ", near([max(c), c[0,0], c[20,20], c[3,30], sum(c)], [1,0.170407,-0.838386,0.062366,17.761660])
c = normxcorr2(x[5..15,7..17], x)
print size(c), argmax(reshape(c, [numel(c)])), " ", near([max(c), c[0,0], c[20,20], c[3,30], sum(c)], [1,0.173332,-0.273221,0.057882,3.626516])
print max(abs(normxcorr2([[1,2],[3,5]], 7*ones(6,6))[1..5,1..5]))
psf = [[1,2,1],[2,5,2],[1,3,1]]/18
b = imfilter(x, rot90(psf, 2), [1,1], "circular")
y = deconvwnr(b, psf, 0.001)
print near([max(abs(y-x)), y[3,4], y[20,20]], [1.514803,30.688417,34.416987])
y = deconvlucy(b, psf)
print near([max(abs(y-x)), y[3,4], y[20,20]], [2.948762,31.603283,33.531877]), max(abs(deconvlucy(b, padarray(psf, 10)) - y)) < 1e-3
print imquantize([1,2,3,4,5], [2,4]), imquantize([1,2,3], [2], [7,9]), near(multithresh(x), [32.058824]), near(multithresh(x, 2), [23.941176,37]), near(multithresh(x, 3), [23.058824,32.941176,41.941176])
refuses(() -> normxcorr2(ones(3,3), x))
refuses(() -> normxcorr2(x, ones(3,3)))
refuses(() -> deconvlucy(x - 100, psf))
refuses(() -> imquantize(x, [1,2], [1,2]))
refuses(() -> multithresh(ones(3,3)))
% expect: [27,34]283 1
% expect: [34,40]617 1
% expect: 0
% expect: 1
% expect: 11
% expect: [0,0,1,1,2][7,7,9]111
% expect: normxcorr2: all pixels of the template are equal
% expect: normxcorr2: a template of 24 x 30 in an image of 3 x 3; it has 2 pixels or more and is no larger than the image
% expect: deconvlucy: x has pixels below 0; they count photons
% expect: imquantize: 2 values for 2 levels; there is one more
% expect: multithresh: all pixels are equal
