% Extremes, truths and counts of slices whose length changes with the iteration are loops over their elements: dynamic
% programming, windows cut off at the border, parts of rows.
function e : mat = energy(h : int, w : int)
    e = zeros(h, w)
    for i=0..h-1
        for j=0..w-1
            e[i,j] = mod(i*37 + j*j*11 + i*j, 101)/64 - 0.75
        end
    end
end

function y = seam(e : mat)
    y = copy(e)
    for i=1..size(e,0)-1
        for j=0..size(e,1)-1
            y[i,j] = e[i,j] + min(y[i-1,max(j-1,0)..min(j+1,size(e,1)-1)])
        end
    end
end
function y = seam_stepped(e : mat)
    y = copy(e)
    {!interpreted for}
    for i=1..size(e,0)-1
        for j=0..size(e,1)-1
            below = y[i-1,j]
            if j > 0
                below = min(below, y[i-1,j-1])
            end
            if j < size(e,1)-1
                below = min(below, y[i-1,j+1])
            end
            y[i,j] = e[i,j] + below
        end
    end
end
% loop 14: serial R011
% loop 15: map


e = energy(31, 23)
print max(abs(seam(e) - seam_stepped(e)))
% expect: 0

k = cast(e*64, int)
[h, w] = size(e)
local = zeros(h, w)
counts = imat(h, w)
truths = zeros(h, w)
for i=0..h-1
    for j=0..w-1
        local[i,j] = max(e[max(i-2,0)..min(i+2,h-1),max(j-2,0)..min(j+2,w-1)]) + min(e[i,j..-1..0])
        counts[i,j] = sum(k[0..i,j]) + max(k[i,0..j])
        truths[i,j] = any(k[i,0..j]) + 2*all(k[i..h-1,j])
    end
end
% loop 49: map
a = zeros(h, w)
b = imat(h, w)
c = zeros(h, w)
{!interpreted for}
for i=0..h-1
    {!interpreted for}
    for j=0..w-1
        a[i,j] = max(e[max(i-2,0)..min(i+2,h-1),max(j-2,0)..min(j+2,w-1)]) + min(e[i,j..-1..0])
        b[i,j] = sum(k[0..i,j]) + max(k[i,0..j])
        c[i,j] = any(k[i,0..j]) + 2*all(k[i..h-1,j])
    end
end
print max(abs(a-local)), " ", max(abs(b-counts)), " ", max(abs(c-truths))
% expect: 0 0 0

% NaN is passed over; where there is nothing else it is NaN. A row that is longer than what code is made for.
x = nan*ones(3, 700)
x[1,699] = -2
x[2,:] = 0..699
high = zeros(3)
for i=0..2
    high[i] = max(x[i,:]) + min(x[i,i..699])
end
print high
% expect: [nan,-4,701]

% Of nothing there is no extreme.
function s = of_none(x : mat)
    s = 0.0
    for i=0..size(x,0)-1
        s += min(x[i,i..1])
    end
end
try
    print of_none(e)
catch message
    print message
end
% expect: 'min' of an empty array
