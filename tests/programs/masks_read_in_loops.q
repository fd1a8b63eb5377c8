% x[x > t] in loops and kernels: rows of as many elements as fit the condition, with what is made of them; against the same loops stepped.

function [] = __kernel__ sigma_filter(x : mat'mirror, y : mat, t : scalar, pos : ivec2)
    p = x[pos[0]-1..pos[0]+1,pos[1]-1..pos[1]+1]
    y[pos] = mean(p[abs(p - x[pos]) < t])
end

function y = pattern(m : int, n : int)
    y = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            y[i,j] = mod(i*i + 3*i*j + 7*j, 23)/23.0
        end
    end
end

function [] = main()
    g = pattern(30, 26)
    levels = linspace(0, 1, 8)
    y = zeros(30, 26, 6)
    for m=1..28
        for n=1..24
            p = g[m-1..m+1,n-1..n+1]
            q = p[abs(p - g[m,n]) < 0.3]
            y[m,n,0] = mean(q)
            y[m,n,1] = numel(q) + q[0]
            y[m,n,2] = median(q) + std(q) + max(q)
            near = p >= g[m,n]
            y[m,n,3] = sum(p[near])/sum(near)
            y[m,n,4] = sum(levels[levels > g[m,n]].^2)
            row = g[m,:]
            y[m,n,5] = sum(row[!(row > g[m,n])])
        end
    end
    z = zeros(30, 26, 6)
    {!interpreted for}
    for m=1..28
        for n=1..24
            p = g[m-1..m+1,n-1..n+1]
            q = p[abs(p - g[m,n]) < 0.3]
            near = p >= g[m,n]
            row = g[m,:]
            z[m,n,:] = [mean(q), numel(q) + q[0], median(q) + std(q) + max(q), sum(p[near])/sum(near), sum(levels[levels > g[m,n]].^2), sum(row[!(row > g[m,n])])]
        end
    end
    % expect: [0,0,0,0,0,0]
    print squeeze(sum(sum(y != z, 0), 1))

    w = zeros(30, 26)
    parallel_do(size(w), g, w, 0.3, sigma_filter)
    % expect: 0
    print sum(sum(w[1..28,1..24] != y[1..28,1..24,0]))

    % Of none: sums are 0, the greatest one is an error.
    s = zeros(26)
    for n=0..25
        row = g[:,n]
        s[n] = sum(row[row > 2]) + numel(row[row < 0])
    end
    % expect: 0
    print sum(s)
    try
        for n=0..25
            row = g[:,n]
            s[n] = max(row[row > 2])
        end
    catch e
        print e
        % expect: 'max' of an empty array
    end
end
