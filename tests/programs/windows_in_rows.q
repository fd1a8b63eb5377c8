% Windows of images so large that a thread of a GPU takes several rows of them: at edges, with rows that no group fills,
% with channels, on top of what is there, and beside what the iteration computes before.
function y = clamped(x : mat'clamped, f)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s = 0.0
            for k=0..2
                for l=0..2
                    s += x[i+k-1,j+l-1]*f[k,l]
                end
            end
            y[i,j] = s
        end
    end
end
function [] = mirrored(y : mat, x : mat'mirror, f)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            w = x[i,j] > 50 ? 2 : 1
            for k=0..2
                for l=0..1
                    y[i,j] += w*x[i+k-2,j+l]*f[k,l]
                end
            end
        end
    end
end
function y = channels(x : cube'circular, f)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for c=0..2
            for j=0..size(x,1)-1
                s = x[i,j,c]
                for k=-1..1
                    for l=-1..1
                        s = max(s, x[i+k,j+l,c]*f[k+1,l+1])
                    end
                end
                y[i,j,c] = s
            end
        end
    end
end
function y = inside(x : mat)
    y = zeros(size(x))
    [h, w] = size(x)
    for i=0..h-1
        for j=0..w-1
            s = 0
            for k=max(i-1,0)..min(i+1,h-1)
                s += x[k,j]
            end
            for k=-2..2
                if i+k >= 0 && i+k < h
                    s += x[i+k,j]
                end
            end
            y[i,j] = s
        end
    end
end
function s = weighed(y)
    s = 0.0
    for k=0..numel(y)-1
        s += mod(y[k], 32)*(mod(k, 7) + 1)
    end
end
f = [[1,2,3],[4,5,6],[7,8,9]]
x = zeros(519,517)
for i=0..518
    for j=0..516
        x[i,j] = mod(i*37 + j*53, 101)
    end
end
print weighed(clamped(x,f)), " ", weighed(inside(x))
small = x[0..361,0..364]
y = copy(small)
mirrored(y, small, f)
print weighed(y), " ", weighed(clamped(small,f))
c = zeros(297,303,3)
for i=0..296
    for j=0..302
        for k=0..2
            c[i,j,k] = mod(i*37 + j*53 + k*11, 101)
        end
    end
end
print weighed(channels(c,f))
% expect: 16175360 16154970
% expect: 8122092 7964622
% expect: 14690282
