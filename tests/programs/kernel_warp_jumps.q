% Loops around collectives that threads leave, or whose iterations they end, from inside branches; conditions that are collectives
function [] = __kernel__ skips(x : vec, y : vec, pos : int)
    s = 0.0
    for i=0..9
        if mod(pos+i, 3) == 0
            s += 1000
            continue
        end
        s += warp_sum(x[pos])
        if mod(pos, 4) == 1
            if i > 5
                s += 0.5
                continue
            else
                s += 0.25
            end
            s += warp_max(x[pos]*i)
        end
        s += i
    end
    y[pos] = s
end
function [] = __kernel__ stops(x : vec, y : vec, pos : int)
    s = 0.0
    i = 0
    while i < 12
        i += 1
        s += warp_sum(x[pos])
        if i > mod(pos, 5)
            if mod(pos, 2) == 0
                s += 7
                break
            end
            if i > 8
                break
            end
            s += 3
        elseif mod(i, 3) == 1
            continue
        end
        s += warp_sum(1.0)
    end
    y[pos] = s + 10000*i
end
function [] = __kernel__ returns(x : vec, y : vec, pos : int)
    s = 0.0
    for i=0..mod(pos, 7)
        s += warp_sum(1.0)
        if mod(pos, 3) == 1
            if s > 60
                y[pos] = -s
                return
            end
            continue
        end
        s += 1
    end
    y[pos] = s + warp_sum(x[pos])
end
function [] = __kernel__ asks(y : vec[int], pos : int)
    v = mod(pos*5, 11)
    n = 0
    while ballot(v > 3) != 0
        v -= 1 + mod(pos, 2)
        n += 1
        if n == 5 && mod(pos, 8) == 0
            break
        end
    end
    y[pos] = 100*n + v
end
% Who is there is asked before anyone returns
function [] = __kernel__ counts(y : vec[int], pos : int)
    b = ballot(mod(pos, 3) == 0)
    a = activemask()
    if mod(b, 1000) + a > mod(pos, 5)
        y[pos] = b + mod(a, 1009) + pos
        return
    end
    y[pos] = -1
end
function r = sums(y)
    r = [0.0, 0.0]
    {!interpreted for}
    for k=0..numel(y)-1
        r[0] += y[k]
        r[1] += y[k]*mod(k, 13)
    end
end
x = mod((0..95)*7, 16)*1.0
y = zeros(96)
parallel_do(96, x, y, skips)
print sums(y), " ", y[1], " ", y[37]
parallel_do(96, x, y, stops)
print sums(y), " ", y[1], " ", y[37]
parallel_do(96, x, y, returns)
print sums(y), " ", y[1], " ", y[37]
z = vec[int](96)
parallel_do(96, z, asks)
print sums(z), " ", z[1], " ", z[37]
parallel_do(96, z, counts)
print z[1], " ", z[37], " ", z[95]
% expect: [428486,2483772] 4247.5 4241.5
% expect: [5870299,33947928] 91647 91629
% expect: [17834,104921] 241 -82
% expect: [64297,371579] 691 695
% expect: 1227133896 2454267445 613567233
