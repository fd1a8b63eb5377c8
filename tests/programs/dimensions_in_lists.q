% Reductions along several dimensions, against loops over the elements; running values from the end; the first of a permutation.
% precision: double
x = sin(1.0*reshape(0..119, [2,3,4,5]))
worst = 0.0
function y = along(x, f, k, l)
    y = zeros(size(x,k), size(x,l))
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            at = k == 0 ? (l == 1 ? x[i,j,:,:] : l == 2 ? x[i,:,j,:] : x[i,:,:,j]) : k == 1 ? (l == 2 ? x[:,i,j,:] : x[:,i,:,j]) : x[:,:,i,j]
            y[i,j] = f(at)
        end
    end
end
pairs = {[0,1,2,3], [0,2,1,3], [0,3,1,2], [1,2,0,3], [1,3,0,2], [2,3,0,1]}
folds = {sum, mean, prod, min, max, std, var, median}
names = {(x,d) -> sum(x,d), (x,d) -> mean(x,d), (x,d) -> prod(x,d), (x,d) -> min(x,[],d), (x,d) -> max(x,[],d), (x,d) -> std(x,d), (x,d) -> var(x,d), (x,d) -> median(x,d)}
whole = {(x) -> sum(x), (x) -> mean(x), (x) -> prod(x), (x) -> min(x), (x) -> max(x), (x) -> std(x), (x) -> var(x), (x) -> median(x)}
for p = pairs
    for n = 0..numel(names)-1
        y = names[n](x, [p[2],p[3]])
        z = along(x, whole[n], p[0], p[1])
        worst = max(worst, max(abs(reshape(y, [numel(z)]) - reshape(z, [numel(z)]))))
    end
end
print worst < 1e-14, size(sum(x, [0,2])), size(sum(x, [3,1])), size(sum([[1,2],[3,4]], [0,1])), size(sum(x[:,:,:,0], [1,5]))
print any([[0,0],[0,1]], [0,1]), all([[1,0],[1,1]], [0,1]), sum([1,2,3], [0,1]), var(x, 1, [0,1,2,3]) - var(x, 1, "all") < 1e-15, median(x, "all") == median(x), median(x, []) == median(x)
s = zeros(3)
for i = 0..2
    part = [[i,2],[3,4.5]]
    s[i] = sum(sum(part, [0,1])) + max(max(part, [], [0,1]))
end
print s
print cumsum([1,2,3], "reverse"), cumsum([[1,2],[3,4]], 0, "reverse"), cummax([1,3,2], "reverse"), cumprod([[1,2],[3,4]], "reverse"), cummin([3,1,2], "forward")
print sum(sort(randperm(5)) == 0..4), numel(randperm(9, 4)), numel(unique(randperm(9, 4))), max(randperm(9, 4)) < 9, numel(randperm(9, 0))
for f = {() -> sum(ones(2,2), [0,0]), () -> sum(ones(2,2), [0,16]), () -> sum(ones(2,2), "omitnan"), () -> cumsum([1,2], "back"), () -> randperm(3, 4), () -> argmax(ones(2,2), [0,1])}
    try
        f()
    catch e
        print e
    end
end
% expect: 1[1,3,1,5][2,1,4,1][1,1][2,1,4]
% expect: [1][0][6][1]11
% expect: [14,15,16]
% expect: [6,5,3][4,6]
% expect: [3,4][3,3,2][ 2, 2]
% expect: [12, 4][3,1,1]
% expect: 54410
% expect: the list of dimensions has 0 twice
% expect: dimension 16 does not exist: there are 0 to 15
% expect: 'omitnan' is no dimension; it is an int from 0 on, a list of them, or "all"
% expect: 'back' is no direction; it is "forward" or "reverse"
% expect: 'randperm' of 3 numbers has no first 4
% expect: expected an int, not a vec[int]
