% Arrays made, repeated, joined, turned; every element type keeps itself.
print zeros(2,2), " ", ones([1,3]), " ", size(zeros(size(ones(2,3,4)))), " ", eye(2), " ", size(eye(2,3))
% expect: [0,0]
% expect: [0,0] [1,1,1] [2,3,4] [1,0]
% expect: [0,1] [2,3]
print linspace(0, 1, 5), " ", numel(linspace(0, 1)), " ", logspace(0, 2, 3)
% expect: [0,0.25,0.5,0.75,1] 100 [1,10,100]
v = [1,2,3]
print repmat(v, [2,2]), " ", repmat(v, 1, 2), " ", type(repmat(v, 1, 2)), " ", size(repmat(7, 2, 3)), " ", size(repmat([[1,2]], 2))
% expect: [1,2,3,1,2,3]
% expect: [1,2,3,1,2,3] [1,2,3,1,2,3] vec[int] [2,3] [2,4]
c = repmat([[1,2],[3,4]], [1,1,3])
print size(c), " ", c[1,0,2], " ", type(repmat(true, 2, 2))
% expect: [2,2,3] 3 mat[bool]
print reshape(0..5, 2, 3), " ", reshape(0..5, [3,2]), " ", size(reshape(0..5, 3, []))
% expect: [0,1,2]
% expect: [3,4,5] [0,1]
% expect: [2,3]
% expect: [4,5] [3,2]
print transpose([[1,2,3],[4,5,6]]), " ", size(transpose(v)), " ", transpose([[1j,2]])
% expect: [1,4]
% expect: [2,5]
% expect: [3,6] [3,1] [0+1i]
% expect: [2+0i]
print size(permute(ones(2,3,4), [2,0,1])), " ", permute([[1,2],[3,4]], [1,0])
% expect: [4,2,3] [1,3]
% expect: [2,4]
print squeeze(ones(1,3,1)), " ", size(squeeze(ones(2,1,3))), " ", squeeze(5)
% expect: [1,1,1] [2,3] 5
print horzcat(v, [4,5]), " ", vertcat(v, [4,5,6]), " ", cat(2, ones(2,2), zeros(2,2))[1,1,1], " ", type(horzcat(v, 2.5)), type(cat(0, uint8(v), uint8(v)))
% expect: [1,2,3,4,5] [1,2,3]
% expect: [4,5,6] 0 vecmat[uint8]
print horzcat([], v), " ", vertcat([[1j,2]], [[3,4]])
% expect: [1,2,3] [0+1i,2+0i]
% expect: [3+0i,4+0i]
print fliplr([[1,2],[3,4]]), " ", flipud([[1,2],[3,4]]), " ", fliplr(v), flip(v), flip([[1,2],[3,4]], 0)
% expect: [2,1]
% expect: [4,3] [3,4]
% expect: [1,2] [3,2,1][3,2,1][3,4]
% expect: [1,2]
print circshift(v, 1), " ", circshift([[1,2],[3,4]], 1), " ", circshift([[1,2],[3,4]], [0,1]), " ", circshift([[1,2],[3,4]], 1, 1)
% expect: [3,1,2] [3,4]
% expect: [1,2] [2,1]
% expect: [4,3] [2,1]
% expect: [4,3]
print fftshift([0,1,2,3,4]), " ", ifftshift(fftshift([0,1,2,3,4])), " ", fftshift([1j, 2])
% expect: [3,4,0,1,2] [0,1,2,3,4] [2+0i,0+1i]
x = rand(8, 6)
print max(max(abs(ifft2(fft2(x)) - x))) < 1e-6, " ", abs(fft2([1.0, 2])), " ", type(fft1(uint8(v)))
% expect: 1 [3,1] cvec
[rows, columns, channels] = size(ones(4,5))
print rows, columns, channels, " ", size(x, 0..1), " ", size(x, 2), " ", ndims(x), numel(x)
% expect: 451 [8,6] 1 248
try
    y = vertcat(v, [1,2])
catch e
    print e
end
% expect: 'vertcat' of 1 x 3 and 1 x 2: they differ along dimension 1
try
    y = reshape(v, 2, 2)
catch e
    print e
end
% expect: 3 elements cannot become 2 x 2
try
    y = repmat(v, -1)
catch e
    print e
end
% expect: a negative extent: -1
