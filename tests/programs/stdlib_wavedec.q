% Wavelet decompositions of vectors of any length under MATLAB's names: against convolutions of the extended vector (NumPy), and their inverses.
% precision: double
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, [numel(a)]) - b)) < 1e-12
end
x = [1,-2,3.5,4,0.5,7,2]
[a, d] = dwt(x, "haar", "sym")
print near(a, [-0.707106781186547,5.303300858899106,5.303300858899106,2.82842712474619]), near(d, [2.121320343559642,-0.353553390593274,-4.596194077712558,0.0]), near(idwt(a, d, "haar", 7, "sym"), x), size(dwt(transpose(x), "haar", "sym"))
[a, d] = dwt(x, "haar", "zpd")
print near(a, [-0.707106781186547,5.303300858899106,5.303300858899106,1.414213562373095]), near(d, [2.121320343559642,-0.353553390593274,-4.596194077712558,1.414213562373095]), near(idwt(a, d, "haar", 7, "zpd"), x), size(dwt(transpose(x), "haar", "zpd"))
[a, d] = dwt(x, "haar", "per")
print near(a, [-0.707106781186547,5.303300858899106,5.303300858899106,2.82842712474619]), near(d, [2.121320343559642,-0.353553390593274,-4.596194077712558,0.0]), near(idwt(a, d, "haar", 7, "per"), x), size(dwt(transpose(x), "haar", "per"))
[a, d] = dwt(x, "db2", "sym")
print near(a, [0.353553390593274,-0.923204246389076,4.242640687119285,6.286564273718428,4.143260748783147]), near(d, [1.837117307087383,1.314833624036957,-4.3119910412403,-0.926605056383177,4.90702588840584]), near(idwt(a, d, "db2", 7, "sym"), x), size(dwt(transpose(x), "db2", "sym"))
[a, d] = dwt(x, "db2", "zpd")
print near(a, [0.482962913144534,-0.923204246389076,4.242640687119285,6.545383318820948,0.965925826289068]), near(d, [1.802442130026876,1.314833624036957,-4.3119910412403,0.039320769905892,-0.258819045102521]), near(idwt(a, d, "db2", 7, "zpd"), x), size(dwt(transpose(x), "db2", "zpd"))
[a, d] = dwt(x, "db2", "per")
print near(a, [0.901221065013438,2.793751947685682,3.660297835638613,5.372651213020122]), near(d, [-3.846365716626019,2.578899265334438,4.259978275649537,-0.164084699611768]), near(idwt(a, d, "db2", 7, "per"), x), size(dwt(transpose(x), "db2", "per"))
[c, l] = wavedec(x, 2, "db2")
print near(c, [0.048598008479034,-0.464101615137754,7.70036071037125,6.327003175473052,0.781851183952088,0.674038105676657,-0.493269052838329,1.744911517940129,1.837117307087383,1.314833624036957,-4.3119910412403,-0.926605056383177,4.90702588840584]), l, near(waverec(c, l, "db2"), x), near(appcoef(c, l, "db2"), [0.048598008479034,-0.464101615137754,7.70036071037125,6.327003175473052]), near(appcoef(c, l, "db2", 1), [0.353553390593274,-0.923204246389076,4.242640687119285,6.286564273718428,4.143260748783147]), near(detcoef(c, l, 1), [1.837117307087383,1.314833624036957,-4.3119910412403,-0.926605056383177,4.90702588840584]), near(detcoef(c, l, 2), [0.781851183952088,0.674038105676657,-0.493269052838329,1.744911517940129])
worst = 0.0
for w = {"haar", "db1", "db3", "db5", "db7", "db10", "sym2", "sym4", "sym8"}
    for m = {"sym", "zpd", "per"}
        for n = [1,2,3,8,13,64]
            v = mod((0..n-1)*37, 11)
            for scales = 1..3
                [c, l] = wavedec(v, scales, w, m)
                worst = max(worst, max(abs(waverec(c, l, w, m) - v)))
            end
        end
    end
end
print worst < 1e-10
% a filter in the place of a name, columns, the filters themselves: orthonormal, and the one the other's alternating reverse
[a, d] = dwt(x, db2)
[e, f] = dwt(transpose(x), "db2")
[lo_d, hi_d, lo_r, hi_r] = wfilters("db2")
print near(e, a), near(f, d), near(lo_d, lo_r[3..-1..0]), near(hi_d, hi_r[3..-1..0]), abs(dotprod(lo_r, hi_r)) < 1e-14, abs(sum(lo_r) - sqrt(2)) < 1e-14, near(idwt(a, [], "db2") + idwt([], d, "db2"), idwt(a, d, "db2")), numel(idwt(a, d, "db2"))
% a matrix: the low passes along both dimensions of a constant are twice the constant; energy stays with periodic borders
[a, h, v, d] = dwt2(ones(6,8), "db3", "per")
print size(a), max(abs(a - 2)) < 1e-12, max(abs(h)) < 1e-12, max(abs(v)) < 1e-12, max(abs(d)) < 1e-12
y = [[1,2,3],[-1,0.5,2],[4,1,7],[2,2,2],[0,1,0]]
[a, h, v, d] = dwt2(y, "haar")
print size(a), near(idwt2(a, h, v, d, "haar", [5,3]), reshape(y, [15])), near([h[0,0], v[0,0], d[0,0]], [1.75,-1.25,0.25])
for bad = {() -> dwt(x, "db11"), () -> dwt(ones(2,2), "haar"), () -> dwt(x, "haar", "mirror"), () -> idwt([1,2], [1], "haar"), () -> wavedec(x, 0, "haar"), () -> detcoef([1,2,3], [1,1,2], 2), () -> dwt(x, [1,2,3]), () -> appcoef([1,2,3], [1,1,2], "haar")}
    try
        print bad()
    catch e
        print e
    end
end
% expect: 111[4,1]
% expect: 111[4,1]
% expect: 111[4,1]
% expect: 111[5,1]
% expect: 111[5,1]
% expect: 111[4,1]
% expect: 1[4,4,5,7]11111
% expect: 1
% expect: 11111118
% expect: [3,4]1111
% expect: [3,2]11
% expect: 'db11' is not one of haar, db1 to db10, sym2 to sym8
% expect: dwt: 2 x 2 elements; a vector is transformed
% expect: the border 'mirror' is not one of sym, zpd, per
% expect: idwt: 2 approximations and 1 details; there are as many of both
% expect: wavedec: 0 scales
% expect: detcoef: scale 2 of 1
% expect: a wavelet filter of 3 taps; their number is even
% expect: appcoef: 3 coefficients; the lengths say 2
