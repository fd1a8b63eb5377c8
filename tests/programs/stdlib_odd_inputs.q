% Library functions of cubes with extents of 1, of NaN and infinite numbers, of complex ones, of matrices where vectors are meant: NumPy's, SciPy's or Octave's values, or an error.
% precision: double
x = reshape([1,-2,3.5,4], [1,1,4])
print reshape(circshift(x, 1), [4]), reshape(circshift(reshape([1,-2,3.5,4], [1,4,1]), 1), [4]), circshift([1,2,3], 1), reshape(circshift([[1],[2],[3]], 1), [3]), circshift([[1,2],[3,4]], 1)
print reshape(filter([1,2], [1,0.5], x), [4]), size(filter([1,2], [1,0.5], x)), reshape(filter([1,2], [1,0.5], reshape(x, [1,4,1])), [4]), reshape(filter([1,2], [1,0.5], reshape([1,2,3,4,5,6], [1,3,2])), [6])
print reshape(filter([1,2], [1,0.5], reshape([1,2,3,4,5,6], [1,3,2]), [], 2), [6]), reshape(filter([1,2], [1,0.5], [[1j,2,3],[3,4,5]], [], 1), [6]), filter([1,2], [1,0.5], [1,2,3], [], 1)
print reshape(movsum(reshape(1..6, [1,3,2]), 2), [6]), reshape(cumtrapz(reshape(1..6, [1,3,2])), [6]), reshape(conv2(reshape([1,-2,3.5,4], [1,1,4]), [[1,2],[3,4]]), [10])
A = [[1,nan,-3],[2,inf,4],[-5,1,2]]
r = zeros(3, 2)
for i = 0..2
    r[i,:] = [norm(A[i,:], inf), norm([A[i,0],A[i,1]], inf)]
end
print reshape(r, [6]), norm(A[0,:], inf), norm(A[1,:], inf), norm([3,nan,1], -inf)
print movmedian([1,nan,3,-2], 3), medfilt1([1,nan,3,4,5], 3), quantile([1,nan,3,-2], 0.3), quantile([1,inf,-inf,2], [0.3,0.5]), quantile([nan], [0.1,0.2]), reshape(hampel([[1,2],[1,3],[50,2],[1,2],[2,2]], 2), [10]), size(hampel(x, 1))
print log1p([-inf,inf,-2]), gammainc([-inf,inf,0], 2), gammainc(2, [0,inf]), gammainc(0, 0), besselk(1, [inf,0]), wthresh([inf,-inf,3,-0.5], "s", 1), signbit([0,-0.0,-1,1]), nextpow2([nan,5]), max(abs(beta([-0.5,2,-1.5], 2) - [-4,1/6,4/3])) < 1e-14
print mse([1j,2], [0,0]), dot([1j,2], [1j,1]), max(abs(poly([[1,2],[3,4]]) - [1,-5,-2])) < 1e-13, sqrtm(-4), eig(3), svd(-3), inpolygon([1,5], 1, [0,4,4,0], [0,0,4,4])
print xcorr([1,2,3]), xcorr([1,2,3], [0,1]), xcorr([1,2], [1,2,3,4]), xcorr([1,2,3], [1,1,1], 5), xcorr([1j,2]), polyval([1,0,-2], [inf,-inf,nan,2]), polyval([5], [1,nan])
for f = {() -> imresize(zeros(0,3), 2), () -> conv2(reshape(1..12, [2,3,2]), [[1,2],[3,4]]), () -> cross([1,2], [1,2,3]), () -> poly(ones(2,3)), () -> polyder(ones(2,2)), () -> polyval(ones(2,2), 1), () -> roots(ones(2,2)), () -> logdet(ones(2,3)), () -> chol(ones(1,3)), () -> lu(ones(2,3)), () -> symeig(ones(1,4)), () -> schur(x), () -> hilbert([1j,2]), () -> unwrap([1j]), () -> svd([[1,nan],[2,3]]), () -> expm([[inf,1],[2,3]]), () -> expm(ones(2,3)), () -> solve(ones(3,4), [1,2,3])}
    try
        print f()
    catch e
        print e
    end
end
% expect: [4,1,-2,3.5][4,1,-2,3.5][3,1,2][3,1,2][3,4]
% expect: [1,2]
% expect: [1,-0.5,-0.25,11.125][1,1,4][1,-0.5,-0.25,11.125][1,2,4.5,7,8.75,10.5]
% expect: [1,3.5,3,8.5,5,13.5][0+1i,2+1.5i,6-0.75i,3+0i,8.5+0i,8.75+0i][   1, 3.5,5.25]
% expect: [1,2,4,6,8,10][0,0,2,3,6,8][1,0,-0.5,11,8,3,-2,2.5,26,16]
% expect: [nan,nan,inf,inf,5,5]naninfnan
% expect: [nan,nan,nan,0.5][nan,nan,nan,4,4]-0.8[-inf,1.5][nan,nan][1,2,1,2,1,2,1,2,2,2][1,1,4]
% expect: [nan,inf,nan][nan,  1,  0][  1,nan]1[  0,inf][inf,-inf,2,0][0,1,1,0][nan,8]1
% expect: 2.53+0i10+2i[3][3][1,0]
% expect: [3,8,14,8,3][0,1,2,3,0][4,11,8,5,2,0,0][0,0,0,1,3,6,5,3,0,0,0][0+2i,5+0i,0-2i][inf,inf,nan,2][5,5]
% expect: imresize: an image of 0 x 3 pixels, of which none can be looked at
% expect: conv2: 2 x 3 x 2 elements; it takes matrices, convn cubes
% expect: cross: vectors of 2 and 3 elements; both have 3
% expect: poly: a matrix of 2 x 3; it has as many rows as columns
% expect: polyder: 2 x 2 coefficients; a polynomial is a vector
% expect: polyval: 2 x 2 coefficients; a polynomial is a vector
% expect: roots: 2 x 2 coefficients; a polynomial is a vector
% expect: logdet: a matrix of 2 x 3; it has as many rows as columns
% expect: chol: a matrix of 1 x 3; it has as many rows as columns
% expect: lu: a matrix of 2 x 3; it has as many rows as columns
% expect: symeig: a matrix of 1 x 4; it has as many rows as columns
% expect: schur: a matrix of 1 x 1 x 4; it has as many rows as columns
% expect: hilbert: a complex signal; the analytic signal is that of a real one, hilbert(real(x))
% expect: unwrap: complex numbers; angles are meant, unwrap(angle(z))
% expect: svd: the matrix has elements that are not finite
% expect: expm: the matrix has elements that are not finite
% expect: expm: a matrix of 2 x 3; it has as many rows as columns
% expect: solve: 3 equations for 4 unknowns; the solution of the least norm is pinv(a)*b
