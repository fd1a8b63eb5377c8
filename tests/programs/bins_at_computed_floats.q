% Bins whose places are computed as floats: no update is lost, with any number of threads, and float sums are those of
% the bins' own tree.
function h = thirds(n)
    h = zeros(30)
    for i = 0..n-1
        h[mod(int(i/3.0), 30)] += 0.75
    end
end
function h = roots(n)
    h = ivec(1000)
    #pragma force_parallel
    for i = 0..n-1
        h[int(sqrt(i))] += 1
    end
end
function m = least(n)
    m = zeros(10) + n
    for i = 0..n-1
        m[int(mod(i, 95)/10.0)] = min(m[int(mod(i, 95)/10.0)], n - i)
    end
end
function h = from_a_large_start(n)
    h = zeros(5) + 16777216
    for i = 0..n-1
        h[int(i/3.0)] += 0.75
    end
end
h = thirds(1500000)
print sum(h), h[0..2], min(h), " ", max(h)
% expect: 1125000[37500.75,37500.75,37500.75]37498.5 37500.75
r = roots(1000000)
print sum(r), r[0..3], r[999]
% expect: 1000000[1,3,5,7]1999
print least(2000)
% expect: [1,81,71,61,51,41,31,21,11,6]
print from_a_large_start(11) - 16777216
% expect: [2,2,2,2,0]
