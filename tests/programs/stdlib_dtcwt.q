% The dual-tree transform beside numbers that were computed apart from it, from the published filters: each band is
% y[n] = sum over k of h[k] x[2n + 5 - k] with periodic borders, high-pass g[k] = (-1)^k h[9 - k], trees scaled by 1/2.
x = zeros(16,16)
for m=0..15
    for n=0..15
        x[m,n] = mod(37*m+91*n, 101)/16
    end
end
w = dtcwt2d(x, filtercoeff_farras, filtercoeff_dualfilt, 2)
got = [w[0][0,0][0][3,5], w[0][1,1][0][7,0], w[1][0,1][2][2,1], w[1][1,0][1][0,3], w[2][1,0][2,3], sum(sqrt(w[0][0,0][0].^2 + w[0][1,1][0].^2))]
print max(abs(got - [-1.01737, 0.63695, 1.24979, 0.12035, 6.37840, 52.1670])) < 5e-5
% expect: 1

% As published programs call it, with the filters as a complex wavelet: nothing is lost, and the coefficients are the same.
c = zeros(16,16,8)
c[:,:,:] = repmat(x, [1,1,8])
[w1, w2] = [complex_orthogonal_wavelet(filtercoeff_farras), complex_orthogonal_wavelet(filtercoeff_selcw[3,1])]
b = dtcwt3d_untiled(c, w1, w2, 3)
print max(abs(idtcwt3d_untiled(b, w1, w2, 3) - c)) < 1e-4, max(abs(idtcwt2d(dtcwt2d(x, w1, w2, 2), w1, w2, 2) - x)) < 1e-4
% expect: 11
print max(abs(b[2] - dtcwt3d_untiled(c, filtercoeff_farras, filtercoeff_selcw[3,1], 3)[2])) < 1e-6
% expect: 1
