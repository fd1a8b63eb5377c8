% Columns so many that tiles of twice the width fill a GPU: their sums have the bits of those a few columns at a time.
function [] = main()
    x = rand(1030, 4229)
    b = zeros(4229)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            b[j] += x[i,j]
        end
    end
    few = zeros(4229)
    for k=0..40..4228
        few[k..min(k+39,4228)] = sum(x[:,k..min(k+39,4228)], 0)
    end
    print sum(b != few), " ", b[4228] > 0
    % expect: 0 1
end
