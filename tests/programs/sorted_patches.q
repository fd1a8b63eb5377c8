% Order of more elements than registers hold: patches of 5 x 5 to 9 x 9, rows of hundreds, with the places they came from, equal
% elements, NaN and zeros of both signs among them; the bits of the functions outside.
function x : mat = pattern(h : int, w : int)
    x = zeros(h, w)
    for i=0..h-1
        for j=0..w-1
            x[i,j] = mod(i*37 + j*j*11, 101)/64 - 0.75
        end
    end
    x[2,3] = nan
    x[4,5] = -0.0
    x[5,4] = 0
    x[5,5] = -0.0
    x[4,4] = 0
end

function d : int = differ(a : mat, b : mat)
    d = sum(!((a == b && 1/a == 1/b) || (isnan(a) && isnan(b))))
end

function y : mat = patches(x : mat, n : int)
    [h, w] = size(x)
    y = ones(h, w)
    for r=n..h-1-n
        for c=n..w-1-n
            p = reshape(x[r-n..r+n,c-n..c+n], (2*n+1)^2)
            s = sort(p)
            [q, at] = sort(p)
            y[r,c] = s[n] + 2*s[numel(s)-1] + sum(s[n..2*n]) - q[int(numel(q)/2)]*at[n] + median(p)
        end
    end
end

function y : mat = patches_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = ones(h, w)
    {!interpreted for}
    for r=n..h-1-n
        {!interpreted for}
        for c=n..w-1-n
            p = reshape(x[r-n..r+n,c-n..c+n], (2*n+1)^2)
            s = sort(p)
            [q, at] = sort(p)
            y[r,c] = s[n] + 2*s[numel(s)-1] + sum(s[n..2*n]) - q[int(numel(q)/2)]*at[n] + median(p)
        end
    end
end

function y : mat = zeros_of_both_signs(x : mat, n : int)
    [h, w] = size(x)
    y = ones(h, w)
    for r=n..h-1-n
        for c=n..w-1-n
            p = reshape(x[r-n..r+n,c-n..c+n].*(abs(x[r-n..r+n,c-n..c+n]) > 0.5), (2*n+1)^2)
            s = sort(p)
            y[r,c] = r > c ? median(p) : s[int(numel(s)/2)]
        end
    end
end

function y : mat = zeros_of_both_signs_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = ones(h, w)
    {!interpreted for}
    for r=n..h-1-n
        {!interpreted for}
        for c=n..w-1-n
            p = reshape(x[r-n..r+n,c-n..c+n].*(abs(x[r-n..r+n,c-n..c+n]) > 0.5), (2*n+1)^2)
            s = sort(p)
            y[r,c] = r > c ? median(p) : s[int(numel(s)/2)]
        end
    end
end

function y : mat = collected(x : mat, n : int)
    [h, w] = size(x)
    y = ones(h, w)
    for r=n..h-1-n
        for c=n..w-1-n
            v = zeros(300)
            for k=0..299
                v[k] = x[mod(r+k,15),mod(c*k,15)]
            end
            s = sort(v)
            [z, from] = sort(v)
            y[r,c] = median(v[0..254]) + s[150] + s[299] + from[100] - z[20]
        end
    end
end

function y : mat = collected_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = ones(h, w)
    {!interpreted for}
    for r=n..h-1-n
        {!interpreted for}
        for c=n..w-1-n
            v = zeros(300)
            for k=0..299
                v[k] = x[mod(r+k,15),mod(c*k,15)]
            end
            s = sort(v)
            [z, from] = sort(v)
            y[r,c] = median(v[0..254]) + s[150] + s[299] + from[100] - z[20]
        end
    end
end

x = pattern(15, 15)
for n=2..2..4
    print "patches ", differ(patches(x, n), patches_stepped(x, n))
    print "zeros_of_both_signs ", differ(zeros_of_both_signs(x, n), zeros_of_both_signs_stepped(x, n))
end
print "collected ", differ(collected(x, 6), collected_stepped(x, 6))
% expect: patches 0
% expect: zeros_of_both_signs 0
% expect: patches 0
% expect: zeros_of_both_signs 0
% expect: collected 0
