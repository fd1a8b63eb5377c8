% Masks, places, running values, medians and moved elements are those of the elements one by one.

% How many of the values differ; NaN does not equal itself.
function n = unequal(a, b)
    n = sum(reshape(a, [numel(a)]) != reshape(b, [numel(b)]))
end

function n = lines_of(x : mat, dim : int)
    n = 0
    mask = x > 0.9
    some = any(mask, dim)
    every = all(x > 0.01, dim)
    counts = sum(mask, dim)
    [m, places] = max(x, [], dim)
    least = argmin(x, dim)
    middle = median(x, dim)
    running = cumsum(x, dim)
    steps = diff(x, dim)
    {!interpreted for}
    for i = 0..numel(m)-1
        line = dim == 0 ? reshape(x[:,i], [size(x,0)]) : x[i,:]
        run = dim == 0 ? reshape(running[:,i], [size(x,0)]) : running[i,:]
        step = dim == 0 ? reshape(steps[:,i], [size(x,0)-1]) : steps[i,:]
        [v, p] = max(line)
        [w, q] = min(line)
        sorted = sort(line)
        h = int(numel(line)/2)
        mid = mod(numel(line),2) == 1 ? sorted[h] : sorted[h-1] + (sorted[h] - sorted[h-1])/2
        n += (some[i] != any(line > 0.9)) + (every[i] != all(line > 0.01)) + (counts[i] != sum(line > 0.9))
        n += (m[i] != v) + (places[i] != p) + (least[i] != q) + (middle[i] != mid)
        n += unequal(run, cumsum(line)) + unequal(step, line[1..numel(line)-1] - line[0..numel(line)-2])
    end
end

% Chains of fused steps, as a product has them.
function n = chains(a : mat, b : mat)
    n = 0
    c = a*b
    {!interpreted for}
    for i = 0..size(a,0)-1
        {!interpreted for}
        for j = 0..size(b,1)-1
            s = 0.0
            {!interpreted for}
            for k = 0..size(a,1)-1
                s += a[i,k]*b[k,j]
            end
            n += c[i,j] != s
        end
    end
end

function [] = main()
    x = rand(70, 61)
    print lines_of(x, 0), " ", lines_of(x, 1)
    % expect: 0 0
    print chains(rand(19,21), rand(21,1)), chains(rand(41,9), rand(9,2)), chains(rand(33,8), rand(8,3)), chains(rand(9,17), rand(17,4))
    % expect: 0000

    % Places where there are NaN, infinities and equals.
    z = -inf*ones(3, 100)
    z[0,7] = nan
    z[0,0] = nan
    z[1,40] = 2
    z[1,70] = 2
    [m, p] = max(z, [], 1)
    print p[0], " ", p[1], " ", p[2]
    % expect: 1 40 0
    print median([1.0, nan, 3.0]), " ", median([-1.0, 0.0, 5.0, 7.0])
    % expect: nan 2.5

    % Larger than the caches: moved elements are streamed.
    n = 2097152
    v = rand(n)
    turned = v[n-1..-1..0]
    print sum(turned != fliplr(v)), " ", sum(fliplr(turned) != v)
    % expect: 0 0
    s = circshift(v, 5)
    print sum(s[5..n-1] != v[0..n-6]), " ", sum(s[0..4] != v[n-5..n-1]), " ", sum(circshift(s, -5) != v)
    % expect: 0 0 0
    a = reshape(v, 1024, 2048)
    y = horzcat(a, flipud(a))
    print sum(y[0..1023,0..2047] != a), " ", sum(flipud(y[:,2048..4095]) != a)
    % expect: 0 0
    c = cat(2, a, y[:,2048..4095])
    print sum(c[:,:,0] != a), " ", sum(flipud(c[:,:,1]) != a)
    % expect: 0 0
    back = permute(permute(c, [2,0,1]), [1,2,0])
    print sum(back != c)
    % expect: 0
    r = transpose(v[0..2047])*v[0..1023]
    print sum(r[17,:] != v[17]*v[0..1023]), " ", sum(r[:,1000] != v[1000]*transpose(v[0..2047]))
    % expect: 0 0

    % Lists of places of every type.
    table = [10,20,30,40]
    list = mod(0..99, 4)
    print sum(table[cast(list, uint8)] != table[list]), sum(table[list*1.0] != table[list]), sum(table[cast(list, int32)] != 10*(list+1))
    % expect: 000
    w = zeros(100)
    w[list*25] = 1
    w[list*25 + 1] = list*1.0
    print sum(w), " ", w[76]
    % expect: 10 3
    try
        q = table[[list, 4]*1.0]
    catch e
        print "outside"
        % expect: outside
    end

    % A plane that is transformed by rows twice, beside a sum of its columns.
    q = rand(512, 1024)
    print max(abs(fft2(q)[0,:] - fft1(sum(q, 0)))) < 0.02, max(abs(ifft2(fft2(q)) - q)) < 0.00001
    % expect: 11
    e = eye(3, 5)
    print sum(e), e[2,2]
    % expect: 31
end
