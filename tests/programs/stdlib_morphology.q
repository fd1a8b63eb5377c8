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
% Rectangles of all sizes, with the centre anywhere in them, and places in a list, of every type and with several channels: the extremes of what the image has of each window.
function y = extremes(x : cube, e : mat, centre, sign : int)
    y = zeros(size(x,0), size(x,1), size(x,2))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                best = -inf
                for m = 0..size(e,0)-1
                    for n = 0..size(e,1)-1
                        p = i - sign*(m - centre[0])
                        q = j - sign*(n - centre[1])
                        if e[m,n] != 0 && p >= 0 && p < size(x,0) && q >= 0 && q < size(x,1)
                            best = max(best, sign*x[p,q,c])
                        end
                    end
                end
                y[i,j,c] = sign*best
            end
        end
    end
end
wrong = 0
x = floor(rand(13, 21, 2)*200)
x[4..6,7,0] = nan
for T = {"bool", "uint8", "uint64", "float"}
    z = cast(T == "float" || T == "double" ? x : x - x*0, T)
    for extents = {[3,3], [1,5], [4,7], [17,40]}
        for centre = {extents - 1, floor(extents/2), [-1,2]}
            for e = {1.0*ones(extents[0],extents[1]), 1.0*(rand(extents[0],extents[1]) > 0.6)}
                wrong += sum(imerode(z, e, centre) != extremes(z*1.0, e, centre, -1))
                wrong += sum(imdilate(z, e, centre) != extremes(z*1.0, e, centre, 1))
                wrong += sum(imdilate(z[:,:,1], e, centre) != squeeze(extremes(z[:,:,1]*1.0, e, centre, 1)))
            end
        end
    end
end
print wrong, " ", imerode([3,1,2], ones(1,3)), size(imerode(ones(4,5,1)))
% expect: 0 [1,1,1][4,5,1]
