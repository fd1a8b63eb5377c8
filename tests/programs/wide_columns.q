% Columns so many that tiles of twice the width fill a GPU, and that a host sums a thousand at a time, of one chunk and
% of two: their sums have the bits of those a few columns at a time.
function differ = sums_that_differ(rows : int, columns : int)
    x = rand(rows, columns)
    b = zeros(columns)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            b[j] += x[i,j]
        end
    end
    few = zeros(columns)
    for k=0..40..columns-1
        few[k..min(k+39,columns-1)] = sum(x[:,k..min(k+39,columns-1)], 0)
    end
    differ = sum(b != few) + (b[columns-1] <= 0)
end

function [] = main()
    print sums_that_differ(1030, 4229)
    % expect: 0
    print sums_that_differ(8300, 300), " ", sums_that_differ(2048, 1025), " ", sums_that_differ(33, 2049)
    % expect: 0 0 0
end
