% Limits below which singular values count as 0, products of columns, second outputs of arrayfun and cellfun, filters with NaN among their taps: NumPy's values.
% precision: double
a = [[4,1,-2],[1,3,0.5],[0,2,5]]  % singular values 5.898, 4.760, 1.674
b = [[1,2,3,4],[2,4,6,8]]  % 12.247
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, [numel(a)]) - b)) < 1e-12
end
function p = projection(q)
    p = q*conj(transpose(q))
end
print rank(a), rank(a, 2), rank(a, 5), rank(a, 6), rank(a, 0), rank(b), rank(b, 12.3), rank(b, 12.2), " ", rank(2, 3), rank(2), rank(-2, 1), rank(a + 0j, 2), rank(transpose(b), 13)
print near(pinv(a, 3), [0.14827879485691958,0.08269508892279791,0.00365528378249722,0.07988793963485062,0.08412287065090522,0.0825479000017867,-0.06677704870140454,0.0301745684656642,0.13563919968454846]), near(pinv(a, 7), zeros(9)), pinv(2, 3), pinv(4, 3), near(pinv(a + 0j, 3), reshape(pinv(a, 3), [9]))
print near(projection(null(a, 3)), [0.3241897316495235,-0.40367462919030767,0.23693362633995402,-0.40367462919030767,0.50264764840886,-0.29502505606468493,0.23693362633995402,-0.29502505606468493,0.17316261994161608]), size(null(a)), size(null(a, 6)), near(projection(null(1j*a, 3)), reshape(projection(null(a, 3)), [9]))
print near(projection(orth(a, 3)), [0.8065572164653387,0.3545540894107688,-0.17410936423732157,0.3545540894107688,0.35015098510834547,0.31911858363013157,-0.17410936423732157,0.31911858363013157,0.8432917984263162]), size(orth(b)), size(orth(a))
% of a wide matrix: I - v v' with v = [1,2,3,4]/sqrt(30)
print near(projection(null(b)), reshape(eye(4) - transpose([1,2,3,4])*[1,2,3,4]/30, [16])), size(null(b))
% columns whose lengths differ by 1e10: the squares of the smaller ones are nothing beside the others
c = [[1e8,0,0,1e8],[0,1e-1,0,0],[0,0,1e-2,1e-2]]
print max(abs(c*null(c))) < 1e-6, size(null(c))
m = [[1,2],[3,4],[5,6]]
n = [[1,0],[2,-1],[0,3]]
print dot(m, n), dot(m, n, 0), dot([1,2,3], [[4],[5],[6]]), dot(1j*m, n), size(dot(m, n, 1)), reshape(dot(m, n, 1), [3]), reshape(dot(reshape(1..8, [2,2,2]), ones(2,2,2)), [4])
[p, q] = arrayfun(x -> max([x, 3, x-1]), [[1,5],[7,2]])
print p, q
function [s, d, both] = parts(x, y)
    s = x + y
    d = x - y
    both = [x, y]
end
[p, q] = arrayfun(parts, [1,2,3], [10,20,30])
print p, q
[p, q, r] = cellfun(parts, `1, 2', `3, 4j', "UniformOutput", false)
print p[1], q[0], r[1], numel(r)
[p, q] = cellfun(parts, `1, 2', `3, 4j')
print p, q
[p, q] = cellfun(x -> max(x), `[1,4,2], [9,3]')
print p, q
% a missing tap meets the samples that are there alone
print conv([1,2,3], [nan,0,1]), conv([nan,0,1], [1,2,3]), conv([1,2,3], [inf,0,1], "same"), filter([1,nan,0], [1], [1,2,3]), conv2([[1,2],[3,4]], [[nan,1],[0,2]])
print fftfilt([1,2,-1], [1,nan,3,4,5,6]), fftfilt([1,nan,2], [1,2,3]), fftfilt([1,2], [1,inf,3,-inf]), fftfilt([1,1], [[1,2],[3,4]])
mask = zeros(7,7)
mask[3,3] = nan
print sum(isnan(conv2(ones(80,80), mask))), sum(isnan(imfilter(ones(4,4), ones(3,3) + mask[2..4,2..4])))
for bad = {() -> dot(m, transpose(n)), () -> dot(m, n, 16), () -> arrayfun(x -> [x,x], [1,2]), () -> fftfilt([1,2], zeros(0))}
    try
        print bad()
    catch e
        print e
    end
end
try
    [p, q] = arrayfun(parts, [1,2], [1,2,3])
catch e
    print e
end
try
    [p, q, r] = arrayfun(parts, [1,2], [1,2])
catch e
    print e
end
% expect: 32103101 01120
% expect: 1100.251
% expect: 1[3,0][3,3]1
% expect: 1[2,1][3,3]
% expect: 1[4,3]
% expect: 1[4,1]
% expect: [ 7,14][ 7,14]32[ 0-7i,0-14i][3,1][1,2,18][6,8,10,12]
% expect: [3,5]
% expect: [7,3][1,0]
% expect: [0,1]
% expect: [11,22,33][ -9,-18,-27]
% expect: 2+4i-2[2+0i,0+4i]2
% expect: [4+0i,2+4i][-2+0i,2-4i]
% expect: [4,9][1,0]
% expect: [nan,nan,nan,2,3][nan,nan,nan,2,3][inf,inf,2][1,nan,nan][nan,nan,  2]
% expect: [nan,nan,  8]
% expect: [  0,  6,  8]
% expect: [1,nan,nan,nan,10,12][1,nan,nan][1,inf,inf,-inf][1,2]
% expect: [4,6]
% expect: 640016
% expect: dot: extents [3,2] and [2,3]; they are the same
% expect: dimension 16 does not exist: there are 0 to 15
% expect: arrayfun: the function gives 2 elements for one; with "UniformOutput", false the values are items of a cell
% expect: fftfilt: 2 taps, 0 samples
% expect: arrayfun: 3 items beside 2
% expect: arrayfun: the function gives 2 elements for one; with "UniformOutput", false the values are items of a cell
