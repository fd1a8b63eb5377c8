% Options of imfilter in any order, lengths of Fourier transforms, medians of windows that are not square.
% precision: double
im = reshape(mod((0..34).*(3..37), 11), [5,7])*1.0
k = [[1,2,3],[4,5,7.0]]
c = zeros(5,7,2)
c[:,:,0] = im
c[:,:,1] = im.^2
same = (a, b) -> numel(a) == numel(b) && all(size(a) == size(b)) && max(abs(a - b)) < 1e-9
print same(imfilter(im,k,"conv"), conv2(im,k,"same")), same(imfilter(im,k,"full","conv"), conv2(im,k)), same(imfilter(im,k,"full"), conv2(im,rot90(k,2)))
print same(imfilter(im,k,"same","corr"), imfilter(im,k)), same(imfilter(im,k,"replicate","corr"), imfilter(im,k,[1,1],"clamped")), same(imfilter(im,k,"conv","replicate"), imfilter(im,k,"replicate","conv","same"))
print same(imfilter(im,k,[],"circular","conv"), imfilter(im,k,"circular","conv")), same(imfilter(im,k,[0,2],"mirror","conv"), imfilter(im,rot90(k,2),[1,0],"mirror"))
big = padarray(im, [1,2], "symmetric")
print same(imfilter(im,k,"symmetric","full"), imfilter(big, k, [0,0])[0..5,0..8]), size(imfilter(im,k,"symmetric","full","conv"))
print same(imfilter(c,k,"conv")[:,:,1], imfilter(im.^2,k,"conv")), size(imfilter(c,k,"full")), same(imfilter(complex(im,im),k,"full"), complex(imfilter(im,k,"full"), imfilter(im,k,"full"))), same(imfilter(1..5,[1,2,3],"conv"), conv(1..5,[1,2,3])[1..5])
try
    y = imfilter(im, k, "convolve")
catch e
    print e
end
% expect: 111
% expect: 111
% expect: 11
% expect: 1[6,9]
% expect: 1[6,9,2]11
% expect: imfilter: the boundary mode 'convolve' is not one of zero, mirror, symmetric, circular, clamped

% Against scipy.ndimage.median_filter, of an even window the mean of the two middle ones.
x = [[9,1,5,3,7.],[2,8,4,6,0],[5,5,1,9,3],[7,2,6,4,8]]
print same(medfilt2(x, [3,5]), [[0,1,2,0,0],[1,4,5,3,1],[2,4,5,4,1],[0,1,3,1,0]]), same(medfilt2(x, [1,3]), [[1,5,3,5,3],[2,4,6,4,0],[5,5,5,3,3],[2,6,4,6,4]]), same(medfilt2(x, [3,1], "symmetric"), [[9,1,5,3,7],[5,5,4,6,3],[5,5,4,6,3],[7,2,6,4,8]])
print same(medfilt2(x, [2,2]), [[5,4.5,4.5,4.5,0],[5,4.5,5,4.5,0],[5,3.5,5,6,1.5],[1,1,2,2,0]])
% expect: 111
% expect: 1

v = [1,2,3,4,5.]
A = reshape(0..11, [3,4])*1.0
B = zeros(5,6)
B[0..2,0..3] = A
print same(fft1(v,8), fft1([v,0,0,0])), same(fft1(v,3), fft1(v[0..2])), same(ifft1(fft1(v),3), ifft1(fft1(v)[0..2])), same(fft1(A,6), fft1(B[0..2,:]))
print same(fft2(A,5,6), fft2(B)), same(fft2(A,[5,6]), fft2(B)), same(fft2(A,[],[]), fft2(A)), same(fft2(A,2,3), fft2(A[0..1,0..2])), same(ifft2(fft2(A,5,6))[0..2,0..3], A), size(fft2(v,3,4)), size(fft3(A,3,4,2))
function s : vec = lengths(n : int)
    s = zeros(n)
    for k = 0..n-1
        q = fft1([1.0,k,2], 8)
        s[k] = numel(q) + real(q[0])
    end
end
print lengths(3)
for bad = `() -> fft2(A, 3), () -> fft1(v, 0), () -> fft1(v, 2, 3)'
    try
        bad()
    catch e
        print e
    end
end
% expect: 1111
% expect: 11111[3,4][3,4,2]
% expect: [11,12,13]
% expect: 'fft2' transforms 2 dimensions, with 1 lengths
% expect: 'fft1' of the length 0; it is 1 or more
% expect: 'fft1' takes 1 to 2 arguments, not 3
