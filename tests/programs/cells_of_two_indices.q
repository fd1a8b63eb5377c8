% Items of a grid of arrays at places that a kernel computes, bank[i,j][k]: read, written, given to functions. Expected numbers: by hand.
bank = cell(2,3)
for i=0..1
    for j=0..2
        bank[i,j] = (10*i + j)*ones(4) + linspace(0, 0.75, 4)
    end
end
y = zeros(4)
function s = __device__ ends(v : vec)
    s = v[0] + v[numel(v)-1]
end
function [] = __kernel__ sums(bank : cell, y : vec, n : int, pos : int)
    for i=0..1
        for j=0..n-1
            y[pos] += bank[i,j][pos]*(i + 2*j)
        end
    end
    y[pos] += 1000*ends(bank[mod(pos,2), n-1-mod(pos,3)])
end
parallel_do(4, bank, y, 3, sums)
print y
% expect: [4863,22866.75,870.5,24874.25]
parallel_do(4, __kernel__ (pos) -> (bank[mod(pos,2), mod(pos,3)][pos] = -1))
print bank[0,0], " ", bank[1,1], " ", bank[0,2], " ", bank[1,0]
% expect: [-1,0.25,0.5,0.75] [11,-1,11.5,11.75] [2,2.25,-1,2.75] [10,10.25,10.5,-1]
