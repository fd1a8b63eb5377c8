% A work array that inner loops fill whose ends are the least of something and of a counter.
function [n, w] = total(rows, columns, depth)
    n = 0
    w = ivec(8)
    {!parallel for}
    for i = 0..rows-1
        for j = 0..columns-1
            for k = 0..min(j, depth-1)
                for m = 1..min(columns, 5)
                    w[m] = i + m
                    n += w[m]
                end
            end
        end
    end
end
for depth = [5, 2, 0]
    [n, w] = total(4, 3, depth)
    print n, w
end
[n, w] = total(4, 0, 5)
print n, w
% loop 6: reduction + n
% expect: 252[0,4,5,6,0,0,0,0]
% expect: 210[0,4,5,6,0,0,0,0]
% expect: 0[0,0,0,0,0,0,0,0]
% expect: 0[0,0,0,0,0,0,0,0]
