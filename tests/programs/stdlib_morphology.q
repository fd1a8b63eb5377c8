% Dilation and erosion are the extremes of the neighbours that an element names, one by one, with any centre.
import "immorphology.q"
seed(4)
x = rand(23, 31)
e = rand(3, 4) - 0.4
y = dilate(x, e)
z = erode(x, e, [0,2])
bad = 0
for i = 0..22
    for j = 0..30
        most = -inf
        least = inf
        for m = 0..2
            for n = 0..3
                [p, q] = [i - (m - 1), j - (n - 2)]
                if e[m,n] > 0 || e[m,n] < 0
                    if p >= 0 && p < 23 && q >= 0 && q < 31
                        most = max(most, x[p,q])
                    end
                    [p, q] = [i + m, j + (n - 2)]
                    if p >= 0 && p < 23 && q >= 0 && q < 31
                        least = min(least, x[p,q])
                    end
                end
            end
        end
        bad += (y[i,j] != most) + (z[i,j] != least)
    end
end
print bad, " ", size(dilate(rand(5,6,3), strel_disk(1)))
% expect: 0 [5,6,3]
