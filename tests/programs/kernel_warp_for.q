% Shuffles in `for` loops whose number of iterations, or whose end, differs between threads
function [] = __kernel__ several(x : vec, y : vec, pos : int)
    acc = 0.0
    for j=0..int(x[pos])
        acc += warp_sum(j+1)
    end
    y[pos] = acc
end
function [] = __kernel__ backwards(x : vec, y : vec, pos : int)
    acc = 0.0
    last = -1
    for j=int(x[pos])..-2..0
        acc += warp_max(x[pos]) + ballot(x[pos] > 4)
        last = j
        if acc > 4000
            break
        end
    end
    y[pos] = acc*10+last
end
function [] = __kernel__ nested(x : vec, y : vec, n : int, stop : int, pos : int)
    acc = 0.0
    if x[pos] > 3
        for j=0..n-1
            if j == stop
                break
            end
            for i=0..mod(pos,3)
                acc += warp_sum(1)*(j+1)
            end
        end
        acc += 0.5
    end
    y[pos] = acc
end
x = mod((0..39)*7, 11)*1.0
y = zeros(40)
parallel_do(40, x, y, several)
print y
% what warp_sum adds is known: the lanes of the warp that still go on
z = zeros(40)
for p=0..39
    w = int(p/32)*32
    for j=0..int(x[p])
        n = 0
        for q=w..min(w+31,39)
            if x[q] >= j
                n += 1
            end
        end
        z[p] += n*(j+1)
    end
end
assert(max(abs(y-z)) == 0)
x = mod((0..7)*5, 8)*1.0
y = zeros(8)
parallel_do(8, x, y, backwards)
print y
parallel_do(8, x, y, 6, 3, nested)
print y
% expect: [32,669,260,843,573,168,810,468,90,750,360,32,669,260,843,573,168,810,468,90,750,360,32,669,260,843,573,168,810,468,90,750,92,8,168,67,217,144,43,206]
% expect: [810,2431,1620,3221,2430,811,3220,1621]
% expect: [0,36.5,0,24.5,36.5,0,24.5,0]
