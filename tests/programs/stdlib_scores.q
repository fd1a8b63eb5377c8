% statistics.q: scores, moments, scaling and distances against scipy.stats and scipy.spatial.
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
v = [3, 1, 4, 1, 5, 9, 2, 6]
print near(zscore(v), [-0.318369813,-1.046072244,0.045481402,-1.046072244,0.409332617,1.864737478,-0.682221029,0.773183832]), zscore([2, 2])
t = [[1,2],[3,6],[8,7]]
z = [[-0.832050294,-1.133893419],[-0.277350098,0.377964473],[1.109400392,0.755928946]]
print near(zscore(t, 0), z), near(zscore(transpose(t), 1), transpose(z))
print near(skewness(v), 0.6682892518), near(kurtosis(v), 2.465050383), iqr(v)
print rescale(v, -1, 1), rescale([2, 2]), mat2gray([[0,5],[10,20]]), near(mat2gray(v, [2, 5]), [1/3,0,2/3,0,1,1,0,1])
x = [[0,0],[1,2],[3,-1]]
y = [[1,1],[4,0]]
print near(pdist2(x, y), [[1.414213562,4],[1,3.605551275],[2.828427125,1.414213562]])
print pdist2(x, y, "squaredeuclidean"), pdist2(x, y, "cityblock"), pdist2(x, y, "chebychev")
refuses(() -> pdist2(ones(2,2), ones(2,3)))
refuses(() -> pdist2(x, y, "cosine"))
% expect: 1[0,0]
% expect: 11
% expect: 114
% expect: [-0.5,-1,-0.25,-1,0,1,-0.75,0.25][0,0][   0,0.25]
% expect: [ 0.5,   1]1
% expect: 1
% expect: [ 2,16]
% expect: [ 1,13]
% expect: [ 8, 2][2,4]
% expect: [1,5]
% expect: [4,2][1,4]
% expect: [1,3]
% expect: [2,1]
% expect: pdist2: points of 2 and of 3 coordinates; both have one point a row
% expect: pdist2: the metric 'cosine' is not one of euclidean, squaredeuclidean, cityblock, chebychev
