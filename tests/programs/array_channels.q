% Channels that a thread takes together, in windows and in maps, are computed as each of them alone; so are short lines side by side.
import "imfilter.q"
function bad = filtered(h : int, w : int, c : int, k, mode : string)
    im = rand(h, w, c)
    y = imfilter(im, k, [], mode)
    bad = 0
    for q = 0..c-1
        bad += sum(imfilter(im[:,:,q], k, [], mode) != y[:,:,q])
    end
end
seed(5)
bad = 0
for c = 2..5
    for mode = `"zero", "mirror", "circular", "clamped"'
        bad += filtered(17, 64, c, rand(3,3), mode) + filtered(5, 131, c, rand(5,3), mode)
    end
end
print bad
% expect: 0

% Both orders of the loops over pixels and channels, with clamped reads and with a condition.
h = 30
w = 70
im = rand(h, w, 3)
f = rand(3, 3)
y = zeros(h, w, 3)
z = zeros(h, w, 3)
for i = 0..h-1
    for c = 0..2
        for j = 0..w-1
            s = 0.0
            for a = -1..1
                for b = -1..1
                    s += f[a+1,b+1]*im[min(max(i+a,0),h-1),min(max(j+b,0),w-1),c]
                end
            end
            y[i,j,c] = s
        end
    end
end
for i = 0..h-1
    for j = 0..w-1
        for c = 0..2
            s = 0.0
            for a = -1..1
                for b = -1..1
                    s += f[a+1,b+1]*im[min(max(i+a,0),h-1),min(max(j+b,0),w-1),c]
                end
            end
            z[i,j,c] = s
        end
    end
end
print sum(y != z), " ", c, " ", j, " ", z[h-1,w-1,2] == s
% expect: 0 2 69 1

% The first failure is that of the lowest iteration.
try
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..2
                s = 0.0
                for b = 0..4
                    s += im[i,j+b,c]
                end
                z[i,j,c] = s
            end
        end
    end
catch e
    print e
end
% expect: index 70 is out of range: 'im' has 70 elements along dimension 1

% Numbers for each tile of 2 to 9 channels.
bad = 0
for n = 2..9
    x = rand(20, 3, 40, n)
    m = mean(mean(x, 3), 1)
    for r = 1..3
        d = x - m
    end
    for k = 0..n-1
        bad += sum(d[:,1,:,k] != x[:,1,:,k] - reshape(m, [20,1,40,1]))
    end
end
print bad
% expect: 0

% Places of extremes in short lines, the first of equals, NaN passed over; a last line alone.
v = round(rand(2049, 5)*3)
v[7,0] = nan
[most, at] = max(v, [], 1)
bad = 0
for i = 0..2048
    [one, place] = max(v[i,:])
    bad += (one != most[i]) + (place != at[i])
end
print bad
% expect: 0

% Elements repeated one after another.
x = reshape(0..5, [2,3])
print sum(repmat(reshape(x, [2,1,3,1]), [1,2,1,2])[1,:,2,:] == 5)
% expect: 4
print reshape(repmat(reshape(x, [2,1,3,1]), [1,2,1,3]), [4,9])
% expect: [0,0,0,1,1,1,2,2,2]
% expect: [0,0,0,1,1,1,2,2,2]
% expect: [3,3,3,4,4,4,5,5,5]
% expect: [3,3,3,4,4,4,5,5,5]
print repmat(7, 2, 3), repmat(transpose([1,2]), 2, 2)
% expect: [7,7,7]
% expect: [7,7,7][1,1]
% expect: [2,2]
% expect: [1,1]
% expect: [2,2]
