% Arrays of more than 64 elements that each iteration makes begin with a loop that fills them, of any kind, and as those of few do.
% expect: kinds 1720 -1 1 10
function [] = kinds(n : int, m : int)
    y = zeros(m, 4)
    {!parallel for}
    for i=0..m-1
        a = ones(n)
        b = vec[uint8](n)
        c = -1*ones(3, n)
        d = mat[bool](n, 2)
        a[i] += i
        for k=1..n-1
            a[k] += a[k-1]
        end
        b[i] = 250 + i
        d[i,1] = true
        y[i,0] = a[n-1]
        y[i,1] = c[2,n-1]
        y[i,2] = d[i,0] + d[i,1]
        y[i,3] = b[i] < 10 ? 1 : 0
    end
    print "kinds ", sum(y[:,0]), " ", min(y[:,1]), " ", max(y[:,2]), " ", sum(y[:,3])
end

% What an iteration leaves in such an array is not there in the next one; -0 is kept.
% expect: begun 0 -inf
function [] = begun()
    s = 0.0
    z = zeros(40)
    for i=0..39
        t = zeros(70)
        s += sum(t)
        t[:] = i
        u = -0.0*ones(70)
        z[i] = 1/u[mod(i,70)]
    end
    print "begun ", s, " ", max(z)
end

% Some way under a condition, and one that is filled anew.
% expect: anew 418 76
function [] = anew()
    s = 0
    r = 0
    for i=0..9
        t = vec[int](100)
        for k=0..99
            t[k] = k
        end
        if i > 6
            t = 10*ones(100)
        elseif i == 5
            t = vec[int](100)
        endif
        s += mod(i,2) ? t[i] : t[99-i]
        r += t[0] + t[i]
    end
    print "anew ", s, " ", r
end

% One that is longer than an iteration keeps, by a constant or by a number that the launch knows, is the program's own.
% expect: longer 2000 1 1000000
% expect: failed a negative extent: -3
function [] = longer(n : int)
    for k=0..19
        a = ones(n)
        b = zeros(2, 1000)
        b[1,k] = 1
        c = ones(1000000)
    end
    print "longer ", numel(a), " ", sum(b), " ", numel(c)
    try
        for k=0..99
            d = zeros(-3)
        end
    catch e
        print "failed ", e
    end
end

kinds(100, 16)
begun()
anew()
longer(2000)
