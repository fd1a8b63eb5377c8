% clusters.q: points, one a row, in groups, nearest points, principal components.

% [label, centres, inside, steps] = kmeans(x, k, start, most, replicates): the points in k groups 0..k-1, each in the group whose centre is nearest, the centres the means of their groups
% (Lloyd 1982), at most `most` (100) steps; inside[c]: the sum of the squared distances in group c. start: "plus" (spread by chance, Arthur and Vassilvitskii 2007; the chance of rand),
% "sample" (k of the points) or the k x d centres to begin with; the best of `replicates` runs. A group without points takes the point farthest from its centre.
function [label : vec, centres : mat, inside : vec, steps : int] = kmeans(x : mat, k : int, start = "plus", most : int = 100, replicates : int = 1)
    n = size(x,0)
    if k < 1 || k > n
        error(sprintf("kmeans: %d groups of %d points; 1 to as many as there are points", k, n))
    end
    best = inf
    for run = 1..max(replicates, 1)
        c = lib_first_centres(x, k, start)
        [l, c, sums, done] = lib_lloyd(x, c, most)
        if sum(sums) < best || run == 1
            best = sum(sums)
            label = l
            centres = c
            inside = sums
            steps = done
        end
    end
end
function c : mat = lib_first_centres(x : mat, k : int, start)
    n = size(x,0)
    if !type(start, string)
        if size(start,0) != k || size(start,1) != size(x,1)
            error(sprintf("kmeans: %d x %d centres; %d x %d are needed", size(start,0), size(start,1), k, size(x,1)))
        end
        c = 1.0*start
    elseif start == "sample"
        [r, order] = sort(rand(n))
        c = x[order[0..k-1],:]
    elseif start == "plus"
        c = zeros(k, size(x,1))
        at = min(int(rand()*n), n-1)
        c[0,:] = x[at,:]
        near = sum((x - x[at..at,:]).^2, 1)
        for j = 1..k-1
            reached = cumsum(reshape(near, [n]))
            goal = rand()*reached[n-1]
            at = min(int(sum(reached <= goal)), n-1)
            c[j,:] = x[at,:]
            near = min(near, sum((x - x[at..at,:]).^2, 1))
        end
    else
        error(sprintf("kmeans: the start '%s' is neither plus nor sample nor centres", start))
    end
end
function [label, centres, inside, steps] = lib_lloyd(x : mat, first : mat, most : int)
    [n, k] = [size(x,0), size(first,0)]
    centres = copy(first)
    label = ivec(n) - 1
    distance = zeros(n)
    steps = 0
    changed = 1
    while changed > 0 && steps < most
        changed = lib_nearest_centres(x, centres, label, distance)
        steps = steps + 1
        count = zeros(k)
        totals = lib_group_totals(x, label, k, count)
        for c = 0..k-1
            if count[c] == 0
                far = argmax(distance)
                totals[c,:] = x[far,:]
                count[c] = 1
                distance[far] = 0
                changed = changed + 1
            end
        end
        if changed > 0
            centres = totals./reshape(count, [k, 1])
        end
    end
    last = lib_nearest_centres(x, centres, label, distance)
    inside = zeros(k)
    for i = 0..n-1
        inside[label[i]] += distance[i]
    end
    label = 1.0*label
end
function changed : int = lib_nearest_centres(x : mat, centres : mat, label : vec[int], distance : vec)
    changed = 0
    for i = 0..size(x,0)-1
        best = 0
        least = inf
        for c = 0..size(centres,0)-1
            total = 0.0
            for j = 0..size(x,1)-1
                total += (x[i,j] - centres[c,j])^2
            end
            if total < least
                least = total
                best = c
            end
        end
        changed += label[i] != best ? 1 : 0
        label[i] = best
        distance[i] = least
    end
end
function totals : mat = lib_group_totals(x : mat, label : vec[int], k : int, count : vec)
    totals = zeros(k, size(x,1))
    for i = 0..size(x,0)-1
        count[label[i]] += 1
        for j = 0..size(x,1)-1
            totals[label[i],j] += x[i,j]
        end
    end
end

% d = pdist(x, metric): the distances of the pairs of rows (0,1) (0,2) .. (1,2) .. as a vec, metrics as of pdist2. m = squareform(d): the symmetric matrix of them; squareform(m): back.
function d : vec = pdist(x : mat, metric : string = "euclidean")
    whole = pdist2(x, x, metric)
    d = squareform(whole)
end
function y = squareform(d)
    if isvector(d) && !(size(d,0) == 1 && size(d,1) == 1 && d[0] == 0)
        count = numel(d)
        n = int(round((1 + sqrt(1 + 8.0*count))/2))
        if n*(n-1) != 2*count
            error(sprintf("squareform: %d distances; n points have n (n-1)/2", count))
        end
        y = zeros(n, n)
        for i = 0..n-1
            for j = 0..n-1
                a = min(i, j)
                b = max(i, j)
                y[i,j] = i == j ? 0.0 : d[min(a*n - int(a*(a+1)/2) + b - a - 1, count-1)]
            end
        end
    else
        n = size(d,0)
        y = zeros(int(n*(n-1)/2))
        for i = 0..n-2
            for j = i+1..n-1
                y[i*n - int(i*(i+1)/2) + j - i - 1] = d[i,j]
            end
        end
    end
end

% [places, d] = knnsearch(x, y, k, metric): for each row of y the numbers of the k rows of x nearest to it, the nearest first, and their distances; both have one row for a row of y.
function [places, d] = knnsearch(x : mat, y : mat, k : int = 1, metric : string = "euclidean")
    if k < 1 || k > size(x,0)
        error(sprintf("knnsearch: %d of %d points; 1 to as many as there are", k, size(x,0)))
    end
    [all_distances, order] = sort(pdist2(y, x, metric), 1)
    places = order[:,0..k-1]
    d = all_distances[:,0..k-1]
end

% [coefficients, scores, variances, share, mean] = pca(x): the principal components of points as columns, by falling variance, the largest part of each positive; the points' coordinates
% along them, their variances (n-1), these in percent of all, and the points' mean.
function [coefficients, scores, variances, share, middle] = pca(x : mat)
    middle = mean(x, 0)
    [u, s, v] = svd(x - middle)
    k = min(size(x,0)-1, size(x,1))
    if k < 1
        error(sprintf("pca: %d points of %d coordinates; two points at least", size(x,0), size(x,1)))
    end
    coefficients = v[:,0..k-1]
    for j = 0..k-1
        column = reshape(coefficients[:,j], [size(x,1)])
        if column[argmax(abs(column))] < 0
            coefficients[:,j] = -coefficients[:,j]
        end
    end
    scores = (x - middle)*coefficients
    variances = diag(s)[0..k-1].^2/(size(x,0) - 1)
    share = 100*variances/sum(variances)
end
