% Windows written as slices, x[r-n..r+n,c-n..c+n]: how long they are is taken from n as it is when the loop is reached, also
% where the ends have names; weights around the loop that are no longer short meet them element by element.
function x : mat = pattern(h : int, w : int)
    x = zeros(h, w)
    for i=0..h-1
        for j=0..w-1
            x[i,j] = mod(i*37 + j*j*11, 101)/64 - 0.75
        end
    end
end

function y : mat = statistics(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    g = pattern(2*n+1, 2*n+1)
    for r=n..h-1-n
        top = r-n
        bottom = r+n
        for c=n..w-1-n
            p = x[top..bottom,c-n..c+n]
            y[r,c] = sum(p) + 2*max(p) - min(p)*std(p) + sum(p.*g) + dotprod(g, p) + sum(abs(g - p)) + p[n,n]*median(x[r-1..r+1,c-1..c+1])
        end
    end
end

function y : mat = stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    g = pattern(2*n+1, 2*n+1)
    {!interpreted for}
    for r=n..h-1-n
        top = r-n
        bottom = r+n
        {!interpreted for}
        for c=n..w-1-n
            p = x[top..bottom,c-n..c+n]
            y[r,c] = sum(p) + 2*max(p) - min(p)*std(p) + sum(p.*g) + dotprod(g, p) + sum(abs(g - p)) + p[n,n]*median(x[r-1..r+1,c-1..c+1])
        end
    end
end

x = pattern(23, 19)
for n=[1,2,3]
    print n, " ", max(abs(statistics(x, n) - stepped(x, n)))
end
% expect: 1 0
% expect: 2 0
% expect: 3 0

% Blocks of a size that has a name; the name of an end that changes in between is read as it is.
size_of_block = 8
x = pattern(32, 40)
means = zeros(4, 5)
for i=0..3
    for j=0..4
        first = i*size_of_block
        last = first + size_of_block - 1
        means[i,j] = mean(x[first..last,j*size_of_block..(j+1)*size_of_block-1])
        first = 0
        last = 1
        means[i,j] += sum(x[first..last,j])
    end
end
% loop 54: map
wrong = 0.0
for i=0..3
    for j=0..4
        s = 0.0
        for a=0..7
            for b=0..7
                s += x[8*i+a,8*j+b]
            end
        end
        wrong = max(wrong, abs(s/64 + (x[0,j] + x[1,j]) - means[i,j]))
    end
end
print wrong < 0.00001
% expect: 1
