% A column has the bits of a vector, however many chunks its rows are cut into: their values are folded by the smallest
% part of the tree that holds them.
function n : int = apart(rows, columns)
    x = zeros(rows, columns)
    for i = 0..rows-1
        for j = 0..columns-1
            x[i,j] = sin(0.7*i + 1.3*j) + 0.25*mod(i, 3)
        end
    end
    s = zeros(columns)
    for i = 0..rows-1
        for j = 0..columns-1
            s[j] += x[i,j]
        end
    end
    n = 0
    for j = 0..columns-1
        n += sum(x[:,j]) != s[j]
    end
end
chunk = 8192
for rows = [chunk, chunk+1, 2*chunk+5, 4*chunk, 15*chunk+9, 16*chunk, 16*chunk+1, 17*chunk, 33*chunk-7]
    print rows, ": ", apart(rows, 3), " ", apart(int(rows/8), 19)
end
% expect: 8192: 0 0
% expect: 8193: 0 0
% expect: 16389: 0 0
% expect: 32768: 0 0
% expect: 122889: 0 0
% expect: 131072: 0 0
% expect: 131073: 0 0
% expect: 139264: 0 0
% expect: 270329: 0 0
