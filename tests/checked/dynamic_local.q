% finds nothing
function [] = __kernel__ median9(x : mat'mirror, y : mat, pos : ivec2)
    w = zeros(9)
    k = 0
    for i=-1..1
        for j=-1..1
            w[k] = x[pos[0]+i, pos[1]+j]
            k += 1
        end
    end
    for i=0..4
        for j=i+1..8
            if w[j] < w[i]
                t = w[i]
                w[i] = w[j]
                w[j] = t
            end
        end
    end
    y[pos] = w[4]
end
x = ones(20, 30)
y = zeros(20, 30)
parallel_do([20, 30], x, y, median9)
print sum(y)
