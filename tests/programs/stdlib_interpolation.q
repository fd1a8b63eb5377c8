% Interpolation of columns, modified Akima pieces, splines along both dimensions of a matrix, places that descend or are NaN: SciPy's values.
% precision: double
function y = near(a, b)
    a = reshape(a, [numel(a)])
    y = numel(a) == numel(b) && all(isnan(a) == isnan(b)) && max(abs(a - b)) < 1e-12
end
x = [0,1,2.5,4,5.5]
y = [1,3,2,-1,0.5]
Y = transpose([[1,3,2,-1,0.5],[0,1,0,2,1],[3,3,3,3,4]])
t = [0.5,1,3,5.5,-1,6]
print near(interp1(x, y, t, "makima"), [2.323361823361823,3.0,1.04291798020021,0.5,-0.270655270655271,1.328798185941043]), near(makima(x, Y[:,1], t), [0.679563492063492,1.0,0.504197530864197,1.0,-0.746031746031746,0.419753086419753]), near(makima([0,2], [1,5], [1,3]), [3,7]), near(interp1(x, y, [-1,2.5,6], "makima", 9), [9,2,9])
print near(interp1(x, Y, t, "linear"), [2.0,0.5,3.0,3.0,1.0,3.0,1.0,0.666666666666667,3.0,0.5,1.0,4.0,nan,nan,nan,nan,nan,nan]), near(interp1(x, Y, t, "nearest"), [3.0,1.0,3.0,3.0,1.0,3.0,2.0,0.0,3.0,0.5,1.0,4.0,nan,nan,nan,nan,nan,nan]), near(interp1(x, Y, t, "next"), [3.0,1.0,3.0,3.0,1.0,3.0,-1.0,2.0,3.0,0.5,1.0,4.0,nan,nan,nan,nan,nan,nan])
print near(interp1(transpose(x), Y, transpose(t), "pchip"), [2.383333333333333,0.708333333333333,3.0,3.0,1.0,3.0,1.0,0.518518518518518,3.0,0.5,1.0,4.0,nan,nan,nan,nan,nan,nan]), near(interp1(transpose(x), Y, transpose(t), "spline"), [2.320430107526881,0.924731182795699,2.992831541218638,3.0,1.0,3.0,0.954599761051374,0.426523297491039,2.966547192353644,0.5,1.000000000000001,4.0,-3.88602150537634,-5.946236559139784,3.100358422939068,3.272879330943847,-1.605734767025089,4.77299880525687]), near(interp1(transpose(x), Y, transpose(t), "makima"), [2.323361823361823,0.679563492063492,3.0,3.0,1.0,3.0,1.04291798020021,0.504197530864197,3.0,0.5,1.0,4.0,-0.270655270655271,-0.746031746031746,3.0,1.328798185941043,0.419753086419753,4.362962962962963])
print size(interp1(x, Y, t)), size(interp1(x, Y, 2)), size(interp1(Y, [0.5,1])), size(interp1(reshape(1..24, [3,4,2]), [0.5,1])), near(interp1(Y, [0.5,2,3.25]), [2.0,0.5,3.0,2.0,0.0,3.0,-0.625,1.75,3.25]), near(interp1(x, Y, [6], "linear", "extrap"), [1.0,0.666666666666667,4.333333333333333])
z = interp1(x, [1j,2,3j,4,5], [0.5,3])
print near(real(z), [1.0,1.333333333333333]), near(imag(z), [0.5,2.0]), size(interp1(x, complex(Y, Y), t))
% descending places, NaN among those that are asked for
d = x[4..-1..0]
e = y[4..-1..0]
print near(interp1(d, e, t, "spline"), [2.320430107526881,3.0,0.954599761051374,0.5,-3.88602150537634,3.272879330943847]), near(interp1(d, e, t, "previous"), [1.0,3.0,2.0,0.5,nan,nan]), near(interp1(d, e, t, "linear", "extrap"), [2.0,3.0,1.0,0.5,-1.0,1.0])
for m = {"linear", "nearest", "previous", "next", "pchip", "spline", "makima"}
    print interp1(x, y, [nan,1], m, 0), interp1(x, y, [nan,1], m, "extrap")
end
Z = reshape([0.375,0.875,0.375,-1.25,0.875,0.5,-0.5,0.625,0.375,0.25,0.0,0.5,-0.75,-0.125,-0.5,0.625,0.0,-0.25,-0.75,-0.25,0.0,-0.25,1.25,1.0,-2.75,-1.875,-0.125,-0.375,0.25,0.25], [5,6])
xs = [0,1,2.5,3,4.5,6]
ys = [0,0.5,2,3,5]
xi = [0.3,2.7,6.5,4.5,-1]
yi = [0.2,4.9,3,5,-0.5]
print near(interp2(xs, ys, Z, xi, yi, "spline"), [0.174698934666667,-0.141978443524692,-0.825609567901235,0.25,14.634466306584363]), near(interp2(xs, ys, Z, xi, yi, "spline", 7), [0.174698934666667,-0.141978443524692,7.0,0.25,7.0]), near([interp2(xs, ys, Z, 0.3, 0.2, "spline")], [0.174698934666667])
% a row and a column are all pairs
print near(interp2(xs, ys, Z, xi[0..2], transpose(yi), "spline"), [0.174698934666667,0.027856817333333,-1.455866530864198,-2.568834984734568,-0.141978443524692,-1.012951417295381,-0.630840833333333,-0.117264166666667,-0.825609567901235,-2.696928333333334,-0.203401666666667,-0.716466049382718,0.922369205246913,-1.719888603395063,-12.323799797096484]), size(interp2(xs, ys, Z, xi[0..2], transpose(yi[0..2]))), size(interp2(Z, [0.5,1,2], transpose([1,2])))
print near(interp2(xs, ys, Z, xi[0..1], transpose(yi[0..1])), [0.25,-0.035,-2.393125,-0.21875]), near(interp2(Z, [0.5,2.25], [1.5,3.75], "spline"), [0.153645833333333,0.010979970296224])
for bad = {() -> interp1(x, Y, [[1,2],[3,4]]), () -> interp1([1,2,2], [1,2,3], 1), () -> interp1(x, y, 1, "akima"), () -> makima([1,1], [1,2], 1), () -> interp2([0,2,1], [0,1], ones(2,3), 0, 0, "spline"), () -> interp2(Z, [1,2], [1,2,3])}
    try
        print bad()
    catch e
        print e
    end
end
% expect: 1111
% expect: 111
% expect: 111
% expect: [6,3][1,3][2,3][2,4,2]11
% expect: 11[6,3]
% expect: 111
% expect: [nan,  3][nan,  3]
% expect: [nan,  3][nan,  3]
% expect: [nan,  3][nan,  3]
% expect: [nan,  3][nan,  3]
% expect: [nan,  3][nan,  3]
% expect: [nan,  3][nan,  3]
% expect: [nan,  3][nan,  3]
% expect: 111
% expect: 1[3,3][2,3]
% expect: 11
% expect: interp1: 2 x 2 places for each column of 5 x 3 values; places are a vector then
% expect: interp1: the places are neither ascending nor descending
% expect: interp1: the method 'akima' is not one of linear, nearest, previous, next, pchip, spline, makima
% expect: makima: the places are not ascending
% expect: interp2: the places are not ascending
% expect: interp2: 2 columns and 3 rows
