% Functions of vectors work along the columns of matrices, and channel by channel of cubes; statistics along any dimension. Values of NumPy and SciPy.
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, [numel(a)]) - reshape(b, [numel(b)]))) < 2e-5*max(max(abs(reshape(1.0*b, [numel(b)]))), 1)
end
x = [[1.5,-2,0.5],[4,0.5,-6],[1,2,0.25]]
print near(trapz(x), [5.25, 0.5, -5.625]), near(cumtrapz(x), [[0,0,0],[2.75,-0.75,-2.75],[5.25,0.5,-5.625]]), trapz([1,2,4]), near(trapz([0,1,3], x), [7.75, 1.75, -8.5])
print near(unwrap(x), [[1.5,-2,0.5],[4,0.5,0.28318531],[1,2,0.25]]), unwrap(2.0)
print near(detrend(x), [[-0.91666667,-0.16666667,2.125],[1.8333333,0.33333333,-4.25],[-0.91666667,-0.16666667,2.125]]), size(detrend(x, 1)), near(detrend(x, "constant"), x - mean(x, 0))
print downsample(x, 2), size(upsample(x, 2)), upsample(x, 2)[2,:], size(downsample(ones(5,2,3), 2))
print medfilt1(x), movmean(x, 3)[0,:], size(hilbert(x)), near(imag(hilbert(x))[:,0], [-1.7320508, 0.28867513, 1.4433757]), near(real(hilbert(x)), x)
print size(filter([1,2], [1,0.5], ones(4,2,3))), near(filter([1,2], [1,0.5], ones(4,2,3))[:,1,2], [1,2.5,1.75,2.125]), near(idst(dst(x)), x)
for k = 0..2
    print near(dst(x)[:,k], dst(x[:,k])), near(filtfilt([0.5,0.5], [1], vertcat(x,x))[:,k], filtfilt([0.5,0.5], [1], vertcat(x,x)[:,k]))
end
c = reshape([3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4], [2,3,4])
print size(mode(c, 0)), mode(c, 2), size(quantile(c, 0.5, 1)), size(prctile(c, [25,75], 2)), near(quantile(c, 0.3, 2), [[1,4.1,4.4],[5.8,2.7,3.4]])
print mode([[1,2,2],[3,3,1]], 1), mode(5, 0), quantile([1,2,3,4], 0.5, 1)
% Complex numbers, and numbers that are matrices of one element.
z = [[1+2j,3-1j],[-2j,0.5+0j]]
print near(cov(z), [[8.5,-0.75-5.5j],[-0.75+5.5j,3.625]]), near(abs(corrcoef(z)[0,1]), 1.0), corrcoef([1,2,3]), near(zscore([1+2j,3-1j,-2j,0.5+0j])[0], -0.05799335+1.0438803j)
print toeplitz([1j, 2, 3+1j])[2,0], polyder([1j,2,3]), polyint([2j,1]), trapz([1j,2j]), gradient([1j,3j,7j])
print inv(4), det(3), trace(5), rank(2), pinv(0), cond(7), expm(0), kron(2, [1,2]), kron([1,2], 3)
% Angles in degrees of square matrices, which were products of matrices.
d = [[30,60],[90,-30]]
print sind(d), cosd(d), near(tand([[45,0],[30,-45]]), [[1,0],[0.57735027,-1]])
print size(rot90(c)), near(rot90(c, 2), fliplr(flipud(c))), rot90(c, 1)[0,:,0]
% expect: 114.51
% expect: 12
% expect: 1[3,3]1
% expect: [ 1.5,  -2, 0.5]
% expect: [   1,   2,0.25][6,3][4,0.5,-6][3,2,3]
% expect: [ 1.5,   0,   0]
% expect: [ 1.5, 0.5,0.25]
% expect: [   1, 0.5,   0][2.75,-0.75,-2.75][3,3]11
% expect: [4,2,3]11
% expect: 11
% expect: 11
% expect: 11
% expect: [1,3,4][1]
% expect: [2]
% expect: [5]
% expect: 
% expect: [9]
% expect: [2]
% expect: [6][2,1,4][2,3,2]1
% expect: [2]
% expect: [3][5][2.5]
% expect: 1111
% expect: 3-1i[0+2i,2+0i][0+1i,1+0i,0+0i]0+1.5i[0+2i,0+3i,0+4i]
% expect: 0.25351011[2,4][3,6]
% expect: [      0.5,0.8660254]
% expect: [        1,     -0.5][0.8660254,      0.5]
% expect: [        0,0.8660254]1
% expect: [3,2,4]1[5,6]
