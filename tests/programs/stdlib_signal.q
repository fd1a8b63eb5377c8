% signal.q against values of SciPy's functions of the same meaning, and against sums written out.
import "signal.q"
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
x = [[1,2,0,3],[4,-1,2,1],[0,5,1,2]]
m = [[1,2,1],[0,-1,3]]
full = conv2(x, m)
print full
print conv2(x, m, "same")
print conv2(x, m, "valid")
u = [1,-1,2]
v = [2,1]
print near(conv2(u, v, x), conv2(x, reshape(u, [3,1])*reshape(v, [1,2])))
print conv([1,2,3], [1,1,2]), conv([1,2,3], [1,1], "same"), conv([1,2,3], [1,1], "valid"), conv([1j,2], [1,1j])
print size(conv(transpose([1,2,3]), [1,1]))
print filter2([[1,2],[3,4]], [[1,2,3],[4,5,6]])
print filter([1,0.5,0.25], [2,-0.5,0.125], [1,2,-1,3,0.5])
print near(filter([1,1], [1], x)[2,:], [4,4,3,3])
print near(hamming(6), [0.08,0.3978521826,0.9121478174,0.9121478174,0.3978521826,0.08])
print near(blackman(6), [0,0.2007701433,0.8492298567,0.8492298567,0.2007701433,0]), near(hann(6), [0,0.3454915028,0.9045084972,0.9045084972,0.3454915028,0])
print near(hanning(4), hann(6)[1..4]), hamming(1), size(hann(0))
print near(sinc([-0.5,0,0.25,3]), [2/pi,1,0.9003163162,0])

print interp1([0,1,3], [0,10,20], [[-1,0.5],[2,3]])
print near(interp1([0,1,3,4,6], [0,10,20,15,16], [0.25,0.5,2,3.9,5.5], "pchip"), [2.8786057692,5.5929487179,16.7307692308,15.14,15.421875])
print interp1([0,1,3], [0,10,20], [0.4,0.5,2.1,3.5], "nearest", -1), interp1(0..3, [1,2,4,8], 2.5)
print interp2(x, [0.5,1.25], [0.5,1.25]), interp2(x, [2.5,3,4], [1.75,2,0], "linear", 0), interp2(x, 1.4, 0.6, "nearest")
print near(interp2(x, [1,2], [1,2], "cubic"), [-1,1]), interp2([0,10,20,30], [0,5,10], x, 5, 2.5)
[gx, gy] = meshgrid([0,10,20,30], [0,5,10])
print interp2(gx, gy, x, [5,25], [2.5,8.75])

[dx, dy] = gradient(x)
print dx
print dy
print gradient([1,4,9,16], 2)
[ry, rx] = ndgrid(0..5, 0..6)
print near(del2(rx.^2 + 2*ry.^2 + rx.*ry), 1.5*ones(6,7))
print trapz([1,4,2]), " ", trapz([0,1,4], [1,4,2]), cumtrapz([1,4,2]), cumtrapz([0,1,4], [1,4,2])
print near(unwrap([0,3,-3,0,3,-3,-9.5]), [0,3,3.2831853072,6.2831853072,9.2831853072,9.5663706144,9.3495559215])
print polyval([1,2,3], 2), polyval([1,2,3], [[1,2],[0,-1]])
print near(polyfit([0,1,2,3,4], [1,0,3,-1,2], 2), [0.0714285714,-0.1857142857,0.9428571429])

d = dct(x)
print near(d[1,:], [0.7071067812,-2.1213203436,-0.7071067812,0.7071067812]), near(idct(d), x)
d = dct2(x)
print near(d[2,:], [0.4082482905,-1.3413561878,-2.0412414523,-4.3051244942]), near(idct2(d), x)
n = 37
s = randn(n)
by_sum = zeros(n)
for k=0..n-1
    total = 0.0
    for i=0..n-1
        total += s[i]*cos(pi*k*(2*i+1)/(2*n))
    end
    by_sum[k] = total*sqrt((k == 0 ? 1 : 2)/n)
end
print near(dct(s), by_sum), near(idct(dct(s)), s)

function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
refuses(() -> print(conv2([1,2], [1], "whole")))
refuses(() -> print(interp1([0,0], [1,2], 1)))
refuses(() -> print(interp1([0,1], [1,2,3], 1)))
refuses(() -> print(filter([1], [0,1], [1])))
refuses(() -> print(polyfit([1,2], [1,2], 2)))
z = complex([1,2,3,4], [0,1,-1,2])
print near(filter([0.5,0.2], [1,-0.3], z), complex([0.5,1.35,2.305,3.2915], [0,0.5,-0.15,0.755]))
print near(filter(complex([0.5,0], [0,0.2]), complex([2,-0.3,0.4], [0,0.1,0]), z), complex([0.25,0.5375,0.6975,1.0958125], [0,0.3375,-0.02625,0.6936875]))
q = [[1,2,0],[3,4,1],[5,6,-1],[0,1,2]]
print near(filter([0.5,0.2,1,2,3], [2,1], q), [[0.25,0.5,0],[0.725,0.95,0.25],[1.6875,2.425,-0.275],[2.15625,3.6375,1.0375]])
print filter([0.5], [2,1,0.5,-0.25], q)
[dx, dy] = gradient([[1,4],[9,2]], 2)
print dx, dy
% expect: [ 1, 4, 5, 5, 6, 3]
% expect: [ 4, 6, 5,10, 1,10]
% expect: [ 0, 1,24, 4,10, 5]
% expect: [ 0, 0,-5,14, 1, 6]
% expect: [ 6, 5,10, 1]
% expect: [ 1,24, 4,10]
% expect: [ 0,-5,14, 1]
% expect: [ 5,10]
% expect: [24, 4]
% expect: 1
% expect: [1,3,7,7,6][3,5,3][3,5][0+1i,1+0i,0+2i]
% expect: [4,1]
% expect: [37,47,21]
% expect: [14,17, 6]
% expect: [0.5,1.375,0.4375,1.5234375,1.2285156]
% expect: 1
% expect: 1
% expect: 11
% expect: 1[1][1,0]
% expect: 1
% expect: [nan,  5]
% expect: [ 15, 20]
% expect: 1
% expect: [ 0,10,20,-1]6
% expect: [   1.5,0.8125][1.5,  2,  0]-1
% expect: 11.5
% expect: [1.5,1.5]
% expect: [   1,-0.5, 0.5,   3]
% expect: [  -5,  -1,   1,  -1]
% expect: [   5, 0.5,-1.5,   1]
% expect: [   3,  -3,   2,  -2]
% expect: [-0.5, 1.5, 0.5,-0.5]
% expect: [  -4,   6,  -1,   1]
% expect: [1.5,2,3,3.5]
% expect: 1
% expect: 5.5 11.5[0,2.5,5.5][0,2.5,11.5]
% expect: 1
% expect: 11[ 6,11]
% expect: [ 3, 2]
% expect: 1
% expect: 11
% expect: 11
% expect: 11
% expect: conv2: the shape 'whole' is not one of full, same, valid
% expect: interp1: the places are neither ascending nor descending
% expect: interp1: 2 places and 3 values; as many of both are needed
% expect: filter: a[0] is 0
% expect: polyfit: degree 2 of 2 places and 2 values
% expect: 1
% expect: 1
% expect: 1
% expect: [   0.25,    0.5,      0]
% expect: [  0.625,   0.75,   0.25]
% expect: [  0.875,      1, -0.375]
% expect: [-0.5625, -0.375,  0.625]
% expect: [ 1.5, 1.5]
% expect: [-3.5,-3.5][ 4,-1]
% expect: [ 4,-1]
