% Convolution of cubes, prime factors, special functions, partial fractions, decibels, windows of two sides, places against NumPy, SciPy and Octave.
% precision: double
function y = near(a, b, tol = 1e-13)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))./max(abs(reshape(b, numel(b))), 1e-6)) < tol
end
x = reshape(0..23, [2,3,4])
m = reshape(1..8, [2,2,2])
print size(convn(x, m)), near(convn(x, m)[1,1,:], [72,192,228,264,164]), near(convn(x, m, "same")[0,1,:], [336,372,408,244]), near(convn(x, m, "valid")[0,1,:], [336,372,408]), convn([1,2,3], [1,1]), convn([[1,2]], [[1],[1]])
print max(abs(convn(x + 1j, m)[0,0,:] - (convn(x, m)[0,0,:] + 1j*convn(ones(2,3,4), m)[0,0,:]))) < 1e-12
print factor(360), factor(97), factor(1), factor(7000021)
[p, times] = factor(360)
print p, times
print isspace("a b\tc\n"), isspace("")
print near(erfcx([0,1,5.9,6,10,1e10,-2]), [1.0, 4.27583576155807e-01, 9.43071361483268e-02, 9.27765678005384e-02, 5.61409927438226e-02, 5.64189583547756e-11, 1.08940904389978e+02])
[k, e] = ellipke([0,0.5,0.99,-3,1])
print near(k[0..3], [1.5707963267948966, 1.8540746773013719, 3.6956373629898747, 1.0782578237498217]), isinf(k[4]), near(e, [1.5707963267948966, 1.3506438810476755, 1.0159935450252239, 2.4221120551369191, 1])
print near(legendre(3, [0,0.5,-1,1]), [0,-0.4375,-1,1, 1.5,-0.3247595264191645,0,0, 0,5.625,0,0, -15,-9.742785792574933,0,0]), near(legendre(2, 0.3, "sch"), [-0.365, 0.4956813492557492, 0.7880831174438392], 1e-12), near(legendre(2, 0.3, "norm"), [-0.5771156729807293, 0.554188596057335, 0.8811037112621876], 1e-12)
[r, p, k] = residue([5,3,-2,7], [-4,0,8,3])
print near(r, [-1.41671015, -0.66525057, 1.33196072], 1e-7), near(p, [1.57371512, -1.16443609, -0.40927903], 1e-7), k
[r, p, k] = residue([1], [1,2,1,0])
print near(r, [-1,-1,1]), near(p, [-1,-1,0]), numel(k)
[r, p, k] = residue([1,2], conv([1,0,1], [1,0,1]))
print near(r.*p, [0.5,0.25-0.5j,0.5,0.25+0.5j]), near(p.^2, -ones(4))
[r, p, k] = residue([1,0,0,0,0,1], [2,-6,4])
print near(r, [16.5,-1]), near(p, [2,1]), k
print db2mag(20), " ", mag2db(100), " ", db2pow([10,20]), pow2db(100)
print movmean([1,2,3,4,5], [1,0]), movmax([1,2,3,4,5], [0,1]), movsum([1,2,3,4,5], 3), movmedian([1,5,2], [2,0]), smooth([1,5,2,8,3,9]), smooth([1,5,2], 3)
print imcrop(reshape(0..19, [4,5]), [1,1,2,1]), imcrop(reshape(0..19, [4,5]), [2.5,2.5,9,9])
print sub2ind([3,4], [1,2], [0,3]), sub2ind([2,3,4], 1, 2, 3), sub2ind([2,3,4], 1, 11)
[i, j] = ind2sub([3,4], [4,11])
print i, j
[i, j, l] = ind2sub([2,3,4], 23)
print i, j, l
a = [[1,2],[3,4],[5,6]]
[u, s, v] = svd(a, "econ")
print near(svd(a), [9.525518091565107, 0.514300580658644]), max(abs(u*s*transpose(v) - a)) < 1e-13, svd([[3j]]), size(u)
for f = {() -> sub2ind([3,4], 3, 0), () -> ind2sub([3,4], 12), () -> legendre(2, 1.5), () -> ellipke(2), () -> movmean([1,2], [-1,0]), () -> imcrop(ones(3,3), [7,7,2,2]), () -> factor(-3)}
    try
        f()
    catch e
        print e
    end
end
% expect: [3,4,5]111[1,3,5,3][1,2]
% expect: [1,2]
% expect: 1
% expect: [2,2,2,3,3,5][97][1][7,1000003]
% expect: [2,3,5][3,2,1]
% expect: [0,1,0,1,0,1][]
% expect: 1
% expect: 111
% expect: 111
% expect: 11[-1.25]
% expect: 110
% expect: 11
% expect: 11[0.5,1.5,3.5,7.5]
% expect: 10 40 [10,100]20
% expect: [1,1.5,2.5,3.5,4.5][2,3,4,5,5][3,6,9,12,9][1,3,2][1,2.6666666666666665,3.8,5.4,6.666666666666667,9][1,2.6666666666666665,2]
% expect: [ 6, 7, 8]
% expect: [11,12,13][18,19]
% expect: [4,11]2323
% expect: [1,2][0,3]
% expect: 123
% expect: 11[3][3,2]
% expect: sub2ind: subscripts from 3 to 3 along dimension 0 of extent 3
% expect: ind2sub: indices from 12 to 12 of 12 elements
% expect: legendre: the numbers lie from -1 to 1
% expect: ellipke: the parameter is at most 1
% expect: movmean: a window of -1 samples before and 0 behind; they are 0 or more
% expect: imcrop: the rectangle has no pixel of the image
% expect: factor: -3; ints from 0 on have prime factors
