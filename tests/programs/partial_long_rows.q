% Many long rows: each is a warp's work on a GPU or, where it is longer, a block's; its chunks one after the other.
function y = row_sums(x, n : int)
    y = zeros(size(x,0))
    for i=0..size(x,0)-1
        for j=0..n-1
            y[i] += x[i,j]*0.37 + 0.01
        end
    end
end

function s = row_alone(x, i : int, n : int)
    s = 0.0
    for j=0..n-1
        s += x[i,j]*0.37 + 0.01
    end
end

% Five accumulators: a tree of 1024 lanes, chunks of 4096.
function [a, b, c, d, e] = five(x, n : int)
    r = size(x,0)
    a = zeros(r)
    b = zeros(r)
    c = zeros(r)
    d = zeros(r)
    e = zeros(r)
    for i=0..r-1
        for j=0..n-1
            a[i] += x[i,j]*0.37
            b[i] += x[i,j]*0.11 + 0.01
            c[i] = max(c[i], x[i,j]*0.37)
            d[i] += x[i,j]*x[i,j]*0.7
            e[i] = min(e[i], x[i,j] - 0.5)
        end
    end
end

function [a, b, c, d, e] = five_alone(x, i : int, n : int)
    a = 0.0
    b = 0.0
    c = 0.0
    d = 0.0
    e = 0.0
    for j=0..n-1
        a += x[i,j]*0.37
        b += x[i,j]*0.11 + 0.01
        c = max(c, x[i,j]*0.37)
        d += x[i,j]*x[i,j]*0.7
        e = min(e, x[i,j] - 0.5)
    end
end

function x = bytes(rows : int, columns : int)
    x = mat[uint8](rows, columns)
    for i=0..rows-1
        for j=0..columns-1
            x[i,j] = and(i*77 + j*j*31 + 5, 255)
        end
    end
end

function n = wrong_rows(x, n_columns : int)
    y = row_sums(x, n_columns)
    n = 0
    {!interpreted for}
    for i=0..size(x,0)/50-1
        if y[i*50 + 9] != row_alone(x, i*50 + 9, n_columns)
            n += 1
        end
    end
end

warps = bytes(4100, 2050)
print wrong_rows(warps, 2048), " ", wrong_rows(warps, 2049)
% expect: 0 0
blocks = bytes(1030, 8200)
print wrong_rows(blocks, 8192), " ", wrong_rows(blocks, 8193)
% expect: 0 0
[a, b, c, d, e] = five(blocks, 8200)
wrong = 0
{!interpreted for}
for i=0..20
    k = i*49
    [ka, kb, kc, kd, ke] = five_alone(blocks, k, 8200)
    if a[k] != ka || b[k] != kb || c[k] != kc || d[k] != kd || e[k] != ke
        wrong += 1
    end
end
print wrong
% expect: 0
