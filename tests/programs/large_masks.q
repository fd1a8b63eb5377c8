% Masks that are large beside the image, whose surroundings are written out first, and tall ones over rows that lie a power of two apart: the numbers
% of the plain loop, to the bit, in every mode and with any centre. Windows of more than 256 places along a row.
import "imfilter.q"
function q : int = __device__ place(k : int, n : int, mode : int)
    q = k
    if k < 0 || k >= n
        if mode == 0
            q = -1
        elseif mode == 1
            r = mod(abs(k), 2*n)
            q = r >= n ? 2*n-1-r : r
        elseif mode == 2
            q = periodize(k, n)
        else
            q = clamp(k, n-1)
        end
    end
end
function y = plain(x : cube, f : mat, c0 : int, c1 : int, mode : int)
    y = zeros(size(x,0), size(x,1), size(x,2))
    for i = 0..size(x,0)-1
        for c = 0..size(x,2)-1
            for j = 0..size(x,1)-1
                total = 0.0
                for m = 0..size(f,0)-1
                    for n = 0..size(f,1)-1
                        p = place(i+m-c0, size(x,0), mode)
                        q = place(j+n-c1, size(x,1), mode)
                        v = p < 0 || q < 0 ? 0.0 : x[max(p,0),max(q,0),c]
                        total += v*f[m,n]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end
function [] = compare(x, f, centre)
    d = [0.0, 0.0, 0.0, 0.0]
    names = {"zero", "mirror", "circular", "clamped"}
    for mode = 0..3
        d[mode] = max(abs(imfilter(x, f, centre, names[mode]) - plain(x, f, centre[0], centre[1], mode)))
    end
    print d
end
seed(3)
x = rand(20, 31, 3)
compare(x, rand(1, 61), [0, 30])
compare(x, rand(45, 1), [40, 0])
compare(x, rand(9, 13), [4, 6])
compare(rand(40, 256), rand(33, 1), [16, 0])
compare(rand(6, 900), rand(1, 300), [0, 7])
compare(rand(300, 64), rand(290, 1), [200, 0])
compare(rand(2, 3), rand(7, 8), [3, 3])
% expect: [0,0,0,0]
% expect: [0,0,0,0]
% expect: [0,0,0,0]
% expect: [0,0,0,0]
% expect: [0,0,0,0]
% expect: [0,0,0,0]
% expect: [0,0,0,0]
compare(rand(70, 60), rand(43, 41), [0, 40])
% expect: [0,0,0,0]
g = gaussian_filter(x[:,:,1], 40, 0, "mirror")
print max(g) - min(g) < 1e-2
% expect: 1
% more than 2048 elements: bands of rows
f = rand(51, 47)
z = imfilter(x[:,:,0], f, [], "circular") - plain(x[:,:,0], f, 25, 23, 2)[:,:,0]
print max(abs(z)) < 1e-3
% expect: 1
% rectangles of morphology go by rows and then by columns
import "immorphology.q"
function y = least(x : mat, h : int, w : int, top : int, left : int)
    y = zeros(size(x,0), size(x,1))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = min(x[max(i-top,0)..min(i-top+h-1,size(x,0)-1), max(j-left,0)..min(j-left+w-1,size(x,1)-1)])
        end
    end
end
v = x[:,:,0]
print max(abs(imerode(v, ones(5,8), [1,6]) - least(v, 5, 8, 1, 6))), max(abs(imdilate(-v, ones(5,8), [1,6]) + least(v, 5, 8, 3, 1)))
% expect: 00
c = 1.0*ones(5,8)
c[2,3] = 0  % near miss
print max(abs(imerode(v, c) - imerode(v, ones(5,8)))) > 0
% expect: 1
