% At a place that is given interpolation has the value that is given, whatever stands beside it: NaN, infinite, or far away.
y = [4.0,50,nan,77,88]
print interp1(0..4, y, 0..4)
print interp1([1,2,3,4], [1.0,2,inf,4], [1,2,3,4])
print interp1([1,2,3,4], [1.0,2,-inf,4], [2.5,3,3.5,4])
print interp1([1,2], [inf,inf], [1,1.25,2])
print interp1([1,2,3], [nan,5,nan], [1,2,2.5,3])
print interp1([3,2,1], [7.0,inf,9], [1,2,3])
print interp1(0..2, [0.1,1e10,0.3], 0..2) == [0.1,1e10,0.3]
print interp1(0..4, y, 0..4, "nearest"), interp1(0..4, y, 0..4, "pchip")
print interp1(0..4, y, 0..4, "previous"), interp1(0..4, y, 0..4, "makima"), interp1(0..4, y, [0,3,4], "linear", "extrap")
z = [[1,2],[3,nan]]
print interp2(z, 1, 0), " ", interp2(z, [0,1,0,1], [0,0,1,1]), interp2(z, 0.5, 0), " ", interp2(z, 0, 0.5), " ", interp2(z, 0.5, 0.5)
print interp2(z, [0,1,0], [0,0,1], "nearest"), interp2(z, [0,1,0], [0,0,1], "cubic")
w = ones(5,5)
w[2,2] = inf
print interp2(w, [1,2,3], [2,2,2], "cubic"), interp2(0..4, [0,1,2,4,8], w, [1,2,4], [2,2,8])
t = zeros(5)
for i=0..4
    t[i] = interp1(0..4, y, i)
end
print t
% expect: [  4, 50,nan, 77, 88]
% expect: [  1,  2,inf,  4]
% expect: [-inf,-inf,-inf,   4]
% expect: [inf,inf,inf]
% expect: [nan,  5,nan,nan]
% expect: [  9,inf,  7]
% expect: [1,1,1]
% expect: [  4, 50,nan, 77, 88][  4, 50,nan, 77, 88]
% expect: [  4, 50,nan, 77, 88][  4, 50,nan, 77, 88][ 4,77,88]
% expect: 2 [  1,  2,  3,nan]1.5 2 nan
% expect: [1,2,3][1,2,3]
% expect: [  1,inf,  1][  1,inf,  1]
% expect: [4,50,nan,77,88]
