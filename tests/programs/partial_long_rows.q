% Many long rows: each is a warp's work on a GPU, its chunks one after the other.
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

rows = 4100
x = mat[uint8](rows, 16500)
for i=0..rows-1
    for j=0..16499
        x[i,j] = and(i*77 + j*j*31 + 5, 255)
    end
end
lengths = [2048, 2049, 8192, 8193, 16500]
for q=0..numel(lengths)-1
    n = lengths[q]
    y = row_sums(x, n)
    wrong = 0
    {!interpreted for}
    for i=0..409
        if y[i*10 + 9] != row_alone(x, i*10 + 9, n)
            wrong += 1
        end
    end
    print n, " ", wrong
end
% expect: 2048 0
% expect: 2049 0
% expect: 8192 0
% expect: 8193 0
% expect: 16500 0
