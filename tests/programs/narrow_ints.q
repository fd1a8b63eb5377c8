% Bytes and 16-bit ints in whole-array statements are compared and folded as they are stored; the answers are those of ints.
function s = signs(x, q : int)
    s = 1*sum(x > q) + 10*sum(x >= q) + 100*sum(x < q) + 1000*sum(x <= q) + 10000*sum(x == q) + 100000*sum(q > x) + 1000000*sum(x != q)
end
function [] = main()
    n = 8000
    k = mod((0..n-1)*37, 400) - 100
    same = 0
    for r = 1..2
        for q = [-70000, -129, -128, -1, 0, 5, 127, 128, 200, 255, 256, 40000, 65535, 65536, 2147483648, -9000000000]
            u8 = cast(k, uint8)
            i8 = cast(k, int8)
            u16 = cast(k*300, uint16)
            i16 = cast(k*300, int16)
            same += signs(u8, q) == signs(u8 + 0, q)
            same += signs(i8, q) == signs(i8 + 0, q)
            same += signs(u16, q) == signs(u16 + 0, q)
            same += signs(i16, q) == signs(i16 + 0, q)
        end
    end
    % expect: 128
    print same
    m = reshape(k, 40, 50, 4)
    good = 0
    for d = 0..2
        for t = 0..5
            x = m
            match t with
            | 0 -> x = cast(m, uint8)
            | 1 -> x = cast(m, int8)
            | 2 -> x = cast(m*90, uint16)
            | 3 -> x = cast(m*90, int16)
            | 4 -> x = cast(m*7000000, uint32)
            | 5 -> x = cast(m*7000000, int32)
            end
            good += sum(max(x, [], d) != max(x + 0, [], d)) == 0 && sum(min(x, [], d) != min(x + 0, [], d)) == 0
            good += max(max(max(x, [], 0), [], 1), [], 2)[0] == max(x + 0) && type(max(x, [], d)) == type(max(m, [], d))
        end
    end
    % expect: 36
    print good
    % expect: 255 127 0 -128
    print max(cast(m,uint8)), " ", max(cast(m,int8)), " ", min(cast(m,uint8)), " ", min(cast(m,int8))

    % histograms count each value once
    u8 = cast(k, uint8)
    i16 = cast(k*3, int16)
    [h, e] = histogram(u8)
    [g, f] = histogram(u8 + 0)
    [h2, e2] = histogram(i16, 77)
    [g2, f2] = histogram(i16 + 0, 77)
    same = sum(h != g) + sum(e != f) + sum(h2 != g2) + sum(e2 != f2)
    same += sum(histogram(i16, [-50, 0, 1, 90, 300]) != histogram(i16 + 0, [-50, 0, 1, 90, 300]))
    same += sum(histogram(k > 20, 3, [0, 1]) != histogram((k > 20) + 0, 3, [0, 1]))
    same += sum(histogram(cast(k, int8), -20.5, 70, 9) != histogram(cast(k, int8) + 0, -20.5, 70, 9))
    % expect: 0 8000 8000
    print same, " ", sum(h), " ", sum(h2)

    % places of a mask with long stretches of nothing
    v = zeros(n)
    v[[0, 31, 32, 33, 700, 5000, 7999]] = 1
    % expect: 13795 7
    print sum(find(v > 0)[:,1]), " ", size(find(v > 0), 0)

    % the spread of short lines
    x = reshape(mod((0..11999)*53, 211)/16, 4000, 3)
    s = std(x, 1)
    u = var(x, 1, 1)
    worst = 0.0
    for i = 0..3999
        mean_of = (x[i,0] + x[i,1] + x[i,2])/3
        d = (x[i,0]-mean_of)^2 + (x[i,1]-mean_of)^2 + (x[i,2]-mean_of)^2
        worst = max(worst, max(abs(s[i,0] - sqrt(d/2)), abs(u[i,0] - d/3)))
    end
    % expect: 1 1
    print worst < 0.00001 ? 1 : 0, " ", abs(std(x[7,:]) - s[7,0]) == 0 ? 1 : 0
end
