% cast(x, T), and T(x), of large arrays are part of the statement's loop: each element becomes one of T, narrow kinds saturate and
% NaN is 0, before the operator beside it has it. Enough turns that the loops are compiled; alone it is a copy.
function [] = show(n)
    x = (mod(37*(0..n-1), 701) - 200)/2 + 0.25
    x[5] = nan
    x[6] = inf
    x[7] = -inf
    k = mod(91*(0..n-1), 70001) - 35000
    for turn = 0..(n < 100 ? 0 : 499)
        y8 = cast(x, uint8) + 1
        s8 = max(cast(k, int8), cast(x, int8))
        f = scalar(k > 100).*5 + cast(cast(x*3, int), scalar)
        d = cast(cast(k, int16), double)*2 - float(k)
        h = int(x)/2
        total = sum(cast(x, uint16))
        same = scalar(x)
        u = uint8(k)
    end
    same[0] = 1000
    print type(y8, "vec[int]"), " ", type(s8, "vec[int8]"), " ", type(f, "vec"), " ", type(d, "vec[double]"), " ", type(u, "vec[uint8]"), " ", x[0]
    print sum(y8), " ", sum(s8), " ", sum(d), " ", sum(h[8..n-1]), " ", total, " ", sum(u)
    f[5..7] = 0
    print sum(f)
end
show(20)
show(20000)
% expect: 1 1 1 1 1 -99.75
% expect: 1818 1388 1938730 722.5 67078 2602
% expect: 3404
% expect: 1 1 1 1 1 -99.75
% expect: 1802664 1504870 91088 750065 1847944 2549968
% expect: 4557846
