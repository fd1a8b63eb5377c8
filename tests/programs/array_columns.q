% Folds along a dimension have the bits of the same line alone; orders, places and masks are those of the elements one by one.
function n = differences(x : cube, dim : int)
    n = 0
    s = sum(x, dim)
    p = prod(x, dim)
    h = max(x, [], dim)
    l = min(x, [], dim)
    d = std(x, dim)
    v = var(x, 0, dim)
    {!interpreted for}
    for i = 0..size(s,0)-1
        {!interpreted for}
        for j = 0..size(s,1)-1
            {!interpreted for}
            for k = 0..size(s,2)-1
                if dim == 0
                    line = reshape(x[:,j,k], [size(x,0)])
                elseif dim == 1
                    line = reshape(x[i,:,k], [size(x,1)])
                else
                    line = reshape(x[i,j,:], [size(x,2)])
                end
                if s[i,j,k] != sum(line) || p[i,j,k] != prod(line) || h[i,j,k] != max(line) || l[i,j,k] != min(line)
                    n += 1
                end
                if d[i,j,k] != std(line) || v[i,j,k] != var(line)
                    n += 1
                end
            end
        end
    end
end
function n = turned(a, b)
    n = 0
    {!interpreted for}
    for i = 0..size(a,0)-1
        {!interpreted for}
        for j = 0..size(a,1)-1
            if a[i,j] != b[j,i]
                n += 1
            end
        end
    end
end
function [] = main()
    wrong = 0
    wrong += differences(rand(70, 90, 3) + 0.5, 0)
    wrong += differences(rand(3, 2500, 4) + 0.5, 1)
    wrong += differences(rand(9000, 2, 1) + 0.5, 0)
    wrong += differences(rand(5, 1100, 5) + 0.5, 0)
    wrong += differences(rand(20, 30, 40) + 0.5, 2)
    print wrong
    t = rand(4100, 130) - 0.5
    s = sum(t, 0)
    {!interpreted for}
    for j = 0..129
        if s[0,j] != sum(reshape(t[:,j], [4100]))
            wrong += 1
        end
    end
    print wrong
    a = rand(67, 81)
    wrong += turned(a, transpose(a))
    c = complex(a, 2*a)
    wrong += turned(c, transpose(c))
    u = cast(200*a, "uint8")
    wrong += turned(u, transpose(u))
    b = rand(1024, 640)
    y = transpose(transpose(b))
    wrong += sum(y != b)
    print wrong
    % Sorting: NaN last both ways, -0 and 0 where they were.
    x = randn(3000)
    x[7] = nan
    x[9] = 0.0
    x[12] = -0.0
    x[99] = -inf
    [up, place] = sort(x)
    down = sort(x, "descend")
    plain = sort(x)
    {!interpreted for}
    for i = 0..2997
        if up[i] > up[i+1] || down[i] < down[i+1] || x[place[i]] != up[i] || plain[i] != up[i]
            wrong += 1
        end
    end
    k = sort(int(1000*x[100..2500]))
    {!interpreted for}
    for i = 0..2399
        if k[i] > k[i+1]
            wrong += 1
        end
    end
    print wrong, " ", isnan(up[2999]), isnan(down[2999]), " ", place[2999], " ", up[0]
    % Masks and lists.
    m = x > 0.5
    hits = find(m)
    taken = x[m]
    z = copy(x)
    z[m] = 2
    at = 0
    {!interpreted for}
    for i = 0..2999
        if x[i] > 0.5
            if hits[at,0] != 0 || hits[at,1] != i || taken[at] != x[i] || z[i] != 2
                wrong += 1
            end
            at += 1
        elseif i != 7 && z[i] != x[i]
            wrong += 1
        end
    end
    print wrong, " ", at == size(hits,0)
    q = find(a > 0.99)
    {!interpreted for}
    for i = 0..size(q,0)-1
        if a[q[i,0],q[i,1]] <= 0.99
            wrong += 1
        end
    end
    print wrong, " ", size(q,0) == sum(a > 0.99), " ", sum(find(a > 0.99, 3) == q[0..2,:])
    list = int(2999*rand(400))
    g = x[list]
    {!interpreted for}
    for i = 0..399
        if list[i] != 7 && g[i] != x[list[i]]
            wrong += 1
        end
    end
    e = reshape(list, [20, 20])
    print wrong, " ", size(x[e])
    try
        list[5] = 3000
        g = x[list]
    catch message
        print message
    end
    [most, where] = max(x)
    print most == up[2998], " ", where == place[2998], " ", argmin(x)
    h = histogram([0.0, 0.1, 0.25, 0.5, 0.5, 0.75, 1.0, nan], 4, [0, 1])
    print h
    print abs(complex(3.0, -4.0)), " ", sum(abs(c)) == sum(sqrt(real(c).^2 + imag(c).^2))
end
% expect: 0
% expect: 0
% expect: 0
% expect: 0 11 7 -inf
% expect: 0 1
% expect: 0 1 6
% expect: 0 [20,20]
% expect: index 3000 is out of range: 'x' has 3000 elements along dimension 0
% expect: 1 1 99
% expect: [2,1,2,2]
% expect: 5 1
