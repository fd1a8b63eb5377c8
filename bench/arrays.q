% The programs of bench/arrays; arrays.py and arrays.m are the same. Floats of 32 bits.
function [] = report(name, best)
    print name, ": ", round(best*1000)/1000
end
function [] = main()
    n = 16777216
    v = rand(n)
    w = rand(n)
    best = inf
    for k = 1..7
        tic()
        s = sum(v.*w)
        best = min(best, toc(""))
    end
    report("sum of products", best)
    best = inf
    for k = 1..7
        tic()
        y = 2.5*v + w
        best = min(best, toc(""))
    end
    report("axpy", best)
    best = inf
    for k = 1..7
        tic()
        p = 10*log10(1/mean((v - w).^2))
        best = min(best, toc(""))
    end
    report("psnr", best)
    best = inf
    for k = 1..7
        tic()
        y = max(abs(v) - 0.5, 0).*sign(v)
        best = min(best, toc(""))
    end
    report("soft threshold", best)
    best = inf
    for k = 1..7
        tic()
        y = exp(-v.*v) + sqrt(w)
        best = min(best, toc(""))
    end
    report("exp and sqrt", best)
    m = 4096
    a = reshape(v, m, m)
    b = reshape(w, m, m)
    best = inf
    for k = 1..7
        tic()
        r = mean(a, 0)
        best = min(best, toc(""))
    end
    report("mean of columns", best)
    best = inf
    for k = 1..7
        tic()
        r = mean(a, 1)
        best = min(best, toc(""))
    end
    report("mean of rows", best)
    best = inf
    for k = 1..7
        tic()
        d = a[0..m-3,1..m-2] + a[2..m-1,1..m-2] + a[1..m-2,0..m-3] + a[1..m-2,2..m-1] - 4*a[1..m-2,1..m-2]
        best = min(best, toc(""))
    end
    report("laplacian of slices", best)
    best = inf
    g = copy(a)
    c = rand(m, m)
    for k = 1..7
        tic()
        g += 0.1*((1/(0.5^2))*c.*b + (1/(0.5^2))*c.*a)
        best = min(best, toc(""))
    end
    report("diffusion update", best)
    best = inf
    for k = 1..7
        tic()
        r = transpose(a)
        best = min(best, toc(""))
    end
    report("transpose", best)
    best = inf
    for k = 1..7
        tic()
        y = rows_filtered(a)
        z = columns_filtered(y)
        best = min(best, toc(""))
    end
    report("15 taps, both ways", best)
    best = inf
    for k = 1..7
        tic()
        y = window(a)
        best = min(best, toc(""))
    end
    report("3 x 3 with clamped edges", best)
    x = copy(v)
    best = inf
    for k = 1..7
        tic()
        x[x > 0.7] = 0
        best = min(best, toc(""))
    end
    report("masked store", best)
    best = inf
    for k = 1..7
        tic()
        r = std(a, 0)
        best = min(best, toc(""))
    end
    report("spread of columns", best)
    p = rand(1024, 1024)
    q = rand(1024, 1024)
    best = inf
    for k = 1..7
        tic()
        r = p*q
        best = min(best, toc(""))
    end
    report("matrix product, 1024", best)
end
function y = rows_filtered(x)
    y = zeros(size(x))
    n = size(x,1)
    h = ones(15)/15
    for i = 0..size(x,0)-1
        for j = 7..n-8
            s = 0.0
            for k = -7..7
                s += x[i,j+k]*h[k+7]
            end
            y[i,j] = s
        end
    end
end
function y = columns_filtered(x)
    y = zeros(size(x))
    m = size(x,0)
    h = ones(15)/15
    for i = 7..m-8
        for j = 0..size(x,1)-1
            s = 0.0
            for k = -7..7
                s += x[i+k,j]*h[k+7]
            end
            y[i,j] = s
        end
    end
end
function y = window(x : mat'clamped)
    y = zeros(size(x))
    h = ones(3,3)/9
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for p = -1..1
                for q = -1..1
                    s += x[i+p,j+q]*h[p+1,q+1]
                end
            end
            y[i,j] = s
        end
    end
end
