% Images moved by matrices; the numbers are those of scipy.ndimage.map_coordinates at the places that NumPy computes.
x = mat(6, 8)
for i = 0..5
    for j = 0..7
        x[i,j] = mod(i*i + 3*j, 17)
    end
end
t = affine2d([[1.2,0.3,0], [-0.2,0.9,0], [1.5,-0.5,1]])
p = projective2d([[1.1,0.1,0.02], [-0.05,0.95,0.01], [1,0.5,1]])
print max(abs(imwarp(x, t, "OutputView", imref2d([5,6])) - [[0,0.45591,1.84211,3.94737,5.3705,5.17659],[0.309557,2.71953,4.31579,5.89474,7.63158,9.73684],[2.33633,7.94737,9,10.0526,11.1579,12.7368],[6.60572,12.3271,6.5,11.5,6.7717,4.97368],[4.20499,9.35388,8,8,6.97576,8.36842]])) < 1e-4
% expect: 1
print max(abs(imwarp(x, p, "linear", "OutputView", [5,6]) - [[0,0,1.02517,1.55247,1.47804,0.732422],[0.0719202,0.617647,3.36826,6.21951,9.17702,12.2468],[0.5,3.08929,5.77273,8.55556,11.4434,13.6501],[1.67541,8.00602,10.7025,12.1719,6.55096,8.35731],[4.00658,12.4776,4.3882,6.92998,7.24194,10.375]])) < 1e-4
% expect: 1
print max(abs(imwarp(x, t, "OutputView", [5,6], "FillValues", 7) - [[7,2.60503,1.84211,3.94737,6.29155,7.93975],[6.75693,3.64058,4.31579,5.89474,7.63158,9.73684],[7.55563,7.94737,9,10.0526,11.1579,12.7368],[10.597,12.3271,6.5,11.5,6.7717,4.97368],[7.52562,9.35388,8,8,6.97576,8.36842]])) < 1e-4
% expect: 1
[y, corner] = imwarp(x, t)
print size(y), " ", abs(sum(y) - 416.8119) < 1e-2, " ", max(abs(corner - [0.2,-0.7])) < 1e-5
% expect: [8,11] 1 1
% whole shifts move pixels, with every method; channels as each alone
s = affine2d([[1,0,0], [0,1,0], [2,-1,1]])
want = zeros(6, 8)
want[0..4,2..7] = x[1..5,0..5]
print isequal(imwarp(x, s, "nearest", "OutputView", [6,8]), want), max(abs(imwarp(x, s, "cubic", "OutputView", [6,8]) - want)) < 1e-5
% expect: 11
c = cat(2, x, 2*x)
y = imwarp(c, t, "OutputView", [5,6])
print size(y), " ", isequal(y[:,:,1], imwarp(2*x, t, "OutputView", [5,6]))
% expect: [5,6,2] 1
% transforms from points
from = [[0.0,0], [20,1], [3,25], [30,28], [10,12]]
print max(abs(fitgeotrans(from, transformPointsForward(p, from), "projective").T - p.T)) < 1e-4
print max(abs(fitgeotrans(from, transformPointsForward(t, from), "affine").T - t.T)) < 1e-4
turn = affine2d([[0.8,0.6,0], [-0.6,0.8,0], [5,6,1]])
print max(abs(fitgeotrans(from, transformPointsForward(turn, from), "nonreflectivesimilarity").T - turn.T)) < 1e-4
print max(abs(transformPointsInverse(p, transformPointsForward(p, from)) - from)) < 1e-3
[u, v] = transformPointsForward(t, 2.0, 3.0)
print abs(u - 3.3) < 1e-5, abs(v - 2.8) < 1e-5
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 11
try
    q = fitgeotrans(from[0..1,:], from[0..1,:], "affine")
catch e
    print e
end
% expect: fitgeotrans: 2 and 2 points; as many of both, 3 or more, one [column, row] a row
