% Loops around collectives in branches that only some threads take: all of them do what stands before a break or a return,
% and a loop ends when no thread is left in it. Without threads in the branch it does not run.
function [] = __kernel__ k(x : vec, y : vec, m : int, n : int, t : int, pos : int)
    s = 0.0
    if mod(pos*7, 5) < t
        for i=0..9
            s += warp_sum(x[pos]) + i
            if n >= m
                s += 5*pos
                y[pos] = 7
                break
            end
            s += 1
        end
    end
    y[pos] += s
end
function [] = __kernel__ k2(x : vec, y : vec, m : int, n : int, t : int, pos : int)
    s = 0.0
    if mod(pos*7, 5) < t
        while m > -1
            s += warp_sum(x[pos])
            s += 1
            if n < 100
                s += pos
                break
            end
        end
    end
    y[pos] += s
end
function [] = __kernel__ until_done(x : vec, y : vec, t : int, pos : int)
    s = 0.0
    while t > -1
        s += warp_sum(x[pos])
        if s > 500*mod(pos,3)
            y[pos] = s
            return
        end
    end
end
x = (0..63)*1.0
for t=0..2
    y = zeros(64); z = zeros(64)
    parallel_do(64, x, y, 3, 2, t, k)
    parallel_do(64, x, z, 1, 2, t, k2)
    print t, " ", sum(y), " ", y[35], " ", sum(z), " ", z[35]
    y = zeros(64)
    parallel_do(64, x, y, 1, 2, t, k)
    print sum(y), " ", y[35]
end
y = zeros(64)
parallel_do(64, x, y, 0, until_done)
print sum(y), " ", y[1], " ", y[63]
% expect: 0 0 0 0 0
% expect: 0 0
% expect: 1 25165 2905 2848 321
% expect: 4486 467
% expect: 2 107900 6265 11492 657
% expect: 14924 803
% expect: 74563 827 1520
