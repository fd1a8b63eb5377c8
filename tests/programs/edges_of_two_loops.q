% Two loops of one name but with other ends read the rows around: what keeps the first inside says nothing of the second.
function y = around(x : mat)
    y = zeros(size(x))
    h = size(x,0)
    for i=0..h-1
        for j=0..size(x,1)-1
            s = 0
            for k=max(i-1,0)..min(i+1,h-1)
                s += x[k,j]
            end
            for k=-2..2
                if i+k >= 0 && i+k < h
                    s += x[i+k,j]
                end
            end
            for k=-3..0
                s += x[max(i+k,0), j]
            end
            y[i,j] = s
        end
    end
end
x = ones(130,517)
y = around(x)
print y[0,0..2], y[1,514..516], y[129,0..2], max(y), min(y), sum(y)
% expect: [9,9,9][11,11,11][9,9,9]129802384
