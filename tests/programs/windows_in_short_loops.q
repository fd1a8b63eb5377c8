% Windows of more than 36 elements in loops of few iterations are walked; in longer loops and where something needs their elements
% as values they are written out. The sums have the same bits.
function [cost, places] = match_blocks(a : mat, b : mat, n : int, r : int)
    blocks = [int(size(a,0)/n), int(size(a,1)/n)]
    cost = ones(blocks)*inf
    places = zeros(blocks[0],blocks[1],2)
    for i=0..blocks[0]-1
        for j=0..blocks[1]-1
            for u=-r..r
                for v=-r..r
                    m = i*n+u
                    k = j*n+v
                    if m < 0 || k < 0 || m+n > size(a,0) || k+n > size(a,1)
                        continue
                    end
                    d = sum(abs(a[i*n..i*n+n-1,j*n..j*n+n-1] - b[m..m+n-1,k..k+n-1]))
                    if d < cost[i,j]
                        cost[i,j] = d
                        places[i,j,:] = [u,v]
                    end
                end
            end
        end
    end
end
seed(8)
a = rand(48,64)
b = circshift(a, [1,-2]) + 0.01*rand(48,64)
for n = [7,8,12,16]
    [cost, places] = match_blocks(a, b, n, 3)
    % one block, by whole arrays
    d = sum(abs(a[n..2*n-1,n..2*n-1] - b[n+1..2*n,n-2..2*n-3]))
    print n, " ", cost[1,1] == d, " ", places[1,1,0], " ", places[1,1,1]
end
% expect: 7 1 1 -2
% expect: 8 1 1 -2
% expect: 12 1 1 -2
% expect: 16 1 1 -2

% Products with windows, a slice of a stack that is squeezed, sums into windows.
function [y, w] = blocks_back(x : mat, stack : cube, D : mat, rows : vec, n : int)
    y = zeros(size(x))
    w = zeros(size(x))
    for k=0..size(stack,0)-1
        i = int(rows[k])
        stack[k,:,:] = D*x[i..i+n-1,i+1..i+n]*transpose(D)
        y[i..i+n-1,i+1..i+n] += 0.5*(transpose(D)*squeeze(stack[k,:,:])*D)
        w[i..i+n-1,i+1..i+n] += 0.5
    end
end
x = floor(rand(32,40)*64)
D = floor(rand(8,8)*4)
stack = zeros(6,8,8)
rows = [0.0,3,7,7,12,20]
[y, w] = blocks_back(x, stack, D, rows, 8)
u = zeros(size(x))
for k=0..5
    i = int(rows[k])
    {!interpreted for}
    for once=0..0
        u[i..i+7,i+1..i+8] += 0.5*(transpose(D)*(D*x[i..i+7,i+1..i+8]*transpose(D))*D)
    end
end
print max(abs(y - u)), " ", sum(w), " ", stack[3,2,1] == stack[2,2,1]
% expect: 0 192 1

% The same window in a long loop, and one whose elements are written.
function y = deviations(x : mat, rows : int)
    y = zeros(rows)
    for k=0..rows-1
        p = x[mod(k,20)..mod(k,20)+7,3..10]
        y[k] = std(p) + max(p)
    end
end
few = deviations(x, 40)
many = deviations(x, 400)
print max(abs(few - many[0..39])), " ", max(abs(few[0..19] - few[20..39]))
% expect: 0 0
function s = written(x : mat, rows : int)
    s = 0.0
    for k=0..rows-1
        p = x[k..k+6,k..k+6]
        p[3,3] = 0
        s += sum(p) + median(p)
    end
end
z = 0.0
for k=0..9
    p = x[k..k+6,k..k+6]
    p[3,3] = 0
    z += sum(p) + median(p)
end
print written(x, 10) - z
% expect: 0
