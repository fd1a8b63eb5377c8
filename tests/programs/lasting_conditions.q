% Conditions that a loop does not change are decided before it; each branch has the values of the loop in order.
function y : mat = differences(x : mat'clamped, down : int)
    y = zeros(size(x,0), size(x,1))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            total = 0.0
            for k = -1..1
                if down == 1
                    total += (2-abs(k))*(x[i+1,j+k] - x[i-1,j+k])
                else
                    total += (2-abs(k))*(x[i+k,j+1] - x[i+k,j-1])
                end
            end
            y[i,j] = total
        end
    end
end
function y : mat = picked(x : mat'mirror, n : int, most : int)
    y = zeros(size(x,0), size(x,1))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            if n > 0 && n < most
                y[i,j] = x[i-n,j+n]
            elseif n == 0
                y[i,j] = -1
            end
        end
    end
end
x = zeros(150, 170)
for i = 0..149
    for j = 0..169
        x[i,j] = mod(i*i*7 + j*j*3 + i*j, 101)
    end
end
for round = 1..2
    for down = 0..2
        y = differences(x, down)
        bad = 0
        {!interpreted for}
        for i = 0..30..149
            {!interpreted for}
            for j = 0..13..169
                want = 0.0
                {!interpreted for}
                for k = -1..1
                    [a, b] = [min(i+1, 149), max(i-1, 0)]
                    [c, d] = [min(j+1, 169), max(j-1, 0)]
                    [p, q] = [clamp(i+k, 0, 149), clamp(j+k, 0, 169)]
                    if down == 1
                        want += (2-abs(k))*(x[a,q] - x[b,q])
                    else
                        want += (2-abs(k))*(x[p,c] - x[p,d])
                    end
                end
                bad += y[i,j] != want
            end
        end
        print down, " ", bad, " ", sum(y != 0) > 1000
    end
end
for n = 0..3
    y = picked(x, n, 3)
    print y[5,7] == x[5-n,7+n], " ", sum(y), " ", y[0,169]
end
% expect: 0 0 1
% expect: 1 0 1
% expect: 2 0 1
% expect: 0 0 1
% expect: 1 0 1
% expect: 2 0 1
% expect: 0 -25500 -1
% expect: 1 1288870 9
% expect: 1 1289390 95
% expect: 0 0 0
