% Windows become rows of a matrix and rows windows: one element after the other, row by row.
function F = rows_of(x : mat, B : int)
    h = size(x,0)-B+1
    w = size(x,1)-B+1
    F = zeros(h*w, B*B)
    for m=0..h-1
        for n=0..w-1
            F[m*w+n,:] = x[m..m+B-1, n..n+B-1]
        end
    end
end
function F = named_rows(x : mat, B : int)
    h = size(x,0)-B+1
    w = size(x,1)-B+1
    F = zeros(B*B, h*w)
    for m=0..h-1
        for n=0..w-1
            block = x[m..m+B-1, n..n+B-1]
            F[:,m*w+n] = reshape(block, [1,B*B])
        end
    end
end
function y = put_back(F : mat, h : int, w : int, B : int)
    y = zeros(h, w)
    for m=0..h-B
        for n=0..w-B
            y[m..m+B-1, n..n+B-1] += reshape(F[m*(w-B+1)+n,:], [B,B])
        end
    end
end
function F = rows_stepped(x : mat, B : int)
    h = size(x,0)-B+1
    w = size(x,1)-B+1
    F = zeros(h*w, B*B)
    {!interpreted for}
    for m=0..h-1
        for n=0..w-1
            F[m*w+n,:] = x[m..m+B-1, n..n+B-1]
        end
    end
end
function y = back_stepped(F : mat, h : int, w : int, B : int)
    y = zeros(h, w)
    {!interpreted for}
    for m=0..h-B
        for n=0..w-B
            y[m..m+B-1, n..n+B-1] += reshape(F[m*(w-B+1)+n,:], [B,B])
        end
    end
end
x = sin(reshape(float(0..20*23-1) .* 0.7, [20,23]))
for B=1..8
    F = rows_of(x, B)
    G = rows_stepped(x, B)
    print sum(sum(F != G)), " ", sum(sum(transpose(named_rows(x, B)) != G)), " ", sum(sum(put_back(F, 20, 23, B) != back_stepped(G, 20, 23, B)))
end
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% Literal sizes; the same in a kernel, and what a loop writes into the array that it reads.
function [] = __kernel__ window_rows(x : mat, F : mat, y : mat, pos : ivec2)
    k = pos[0]*19 + pos[1]
    F[k,:] = x[pos[0]..pos[0]+4, pos[1]..pos[1]+4]
    y[pos[0],:] += x[pos[0],:] .* 2
end
F = zeros(16*19, 25)
y = zeros(16, 23)
parallel_do([16,1], x, F, y, window_rows)
G = zeros(16*19, 25)
parallel_do([16,19], x, G, y, window_rows)
H = rows_stepped(x, 5)
print sum(sum(G != H)), " ", sum(F[19,:] != H[19,:]), " ", abs(sum(y[3,:]) - 40*sum(x[3,:])) < 0.001
% expect: 0 0 1
A = reshape(float(0..799), [20,40])
for i=0..19
    A[i,:] = fliplr(A[i,:])
end
print A[0,0], " ", A[19,39]
% expect: 39 760
