% Few iterations make one chunk of bins, which is not folded: the values are those of the general way, and of the loop in order where
% a bin is met once.
for n = [0, 1, 4, 5, 1000, 49792, 49793]
    x = 0.1*ones(100,100)
    y = copy(x)
    g = zeros(300)
    k = ivec(50)
    m = 1e9*ones(20000)
    for i=0..n-1
        x[mod(i*37,100), mod(i*i,100)] += 0.1*i
        g[mod(i*7,300)] += 0.5*i
        k[mod(i,50)] += 2
        m[mod(i*11,20000)] __= i*0.5
    end
    {!serial for}
    for i=0..min(n,10)-1
        y[mod(i*37,100), mod(i*i,100)] += 0.1*i
    end
    print n, " ", n > 10 || all(x == y), " ", x[37,1], " ", g[7], " ", sum(g), " ", sum(k), " ", min(m)
end
% expect: 0 1 0.1 0 0 0 1000000000
% expect: 1 1 0.1 0 0 2 0
% expect: 4 1 0.2 0.5 3 8 0
% expect: 5 1 0.2 0.5 5 10 0
% expect: 1000 1 451.10004 902 249750 2000 0
% expect: 49792 1 1237583.4 2054333 619798400 99584 0
% expect: 49793 1 1237583.4 2054333 619823232 99586 0
