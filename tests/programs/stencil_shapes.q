% Stencils: on GPUs threads take four columns of several rows and what lies beside from the lanes beside them.
function five(x, y)
    for i=1..size(x,0)-2
        for j=1..size(x,1)-2
            y[i,j] = x[i,j] + 0.2*(x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1] - 4*x[i,j])
        end
    end
end
function five_stepped(x, y)
    {!interpreted for}
    for i=1..size(x,0)-2
        for j=1..size(x,1)-2
            y[i,j] = x[i,j] + 0.2*(x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1] - 4*x[i,j])
        end
    end
end

% Offsets up to 4 and beyond, corners, another array, a condition, what is stored read as well, an end of its own.
function wide(x, w, y, lo : int, hi : int)
    for i=2..size(x,0)-3
        for j=lo..hi
            t = x[i-2,j-4] + 0.5*x[i+1,j+3] - x[i,j+5]
            if x[i,j-1] > 0.5
                t += w[i,j+1]*x[i+2,j]
            end
            y[i,j] = y[i,j] + t*w[i-1,j-2]
        end
    end
end
function wide_stepped(x, w, y, lo : int, hi : int)
    {!interpreted for}
    for i=2..size(x,0)-3
        for j=lo..hi
            t = x[i-2,j-4] + 0.5*x[i+1,j+3] - x[i,j+5]
            if x[i,j-1] > 0.5
                t += w[i,j+1]*x[i+2,j]
            end
            y[i,j] = y[i,j] + t*w[i-1,j-2]
        end
    end
end

% Bytes, planes around the rows, the row's place depends on both loops.
function planes(x : cube[uint8], y : cube[int])
    for p=0..size(x,0)-1
        for i=1..size(x,1)-2
            for j=1..size(x,2)-1
                y[p,i,j] = x[p,i-1,j] + 3*x[p,i,j-1] - 2*x[p,i+1,j-1] + x[0,i,j]
            end
        end
    end
end
function planes_stepped(x : cube[uint8], y : cube[int])
    {!interpreted for}
    for p=0..size(x,0)-1
        for i=1..size(x,1)-2
            for j=1..size(x,2)-1
                y[p,i,j] = x[p,i-1,j] + 3*x[p,i,j-1] - 2*x[p,i+1,j-1] + x[0,i,j]
            end
        end
    end
end

function n = different(a, b)
    n = sum(a != b)
end

widths = [128, 132, 260, 131]
heights = [66, 69, 70, 67]
for k=0..numel(widths)-1
    x = rand(heights[k], widths[k])
    w = rand(heights[k], widths[k])
    y = zeros(heights[k], widths[k])
    z = zeros(heights[k], widths[k])
    five(x, y)
    five_stepped(x, z)
    bad = different(y, z)
    wide(x, w, y, 4, widths[k]-6)
    wide_stepped(x, w, z, 4, widths[k]-6)
    wide(x, w, y, 7, widths[k]-9)
    wide_stepped(x, w, z, 7, widths[k]-9)
    print bad, " ", different(y, z)
end
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
x = cast(256*rand(3,66,136), uint8)
y = cube[int](3,66,136)
z = cube[int](3,66,136)
planes(x, y)
planes_stepped(x, z)
print different(y, z), " ", sum(abs(y)) > 0
% expect: 0 1

% Boundary modes: whole images, offsets that leave them on all sides, by more than their height too.
function modes(a : mat'mirror, b : mat'circular, c : mat'clamped, d : mat'safe, y)
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            y[i,j] = a[i-1,j-2] + 2*a[i+3,j+1] - b[i-2,j+3] + b[i+2,j-1] + 3*c[i-1,j] - c[i+1,j-4] + c[i,j+4] + d[i,j+1] - 5*d[i-1,j-1] + d[i+75,j]
        end
    end
end
function modes_stepped(a : mat'mirror, b : mat'circular, c : mat'clamped, d : mat'safe, y)
    {!interpreted for}
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            y[i,j] = a[i-1,j-2] + 2*a[i+3,j+1] - b[i-2,j+3] + b[i+2,j-1] + 3*c[i-1,j] - c[i+1,j-4] + c[i,j+4] + d[i,j+1] - 5*d[i-1,j-1] + d[i+75,j]
        end
    end
end
% Arrays of other sizes than the loop.
function other(a : mat'mirror, d : mat'safe, y)
    for i=0..size(y,0)-1
        for j=1..size(y,1)-1
            y[i,j] = a[i-1,j-2] - d[i+1,j+2] + a[i,j] + d[i-1,j]
        end
    end
end
function other_stepped(a : mat'mirror, d : mat'safe, y)
    {!interpreted for}
    for i=0..size(y,0)-1
        for j=1..size(y,1)-1
            y[i,j] = a[i-1,j-2] - d[i+1,j+2] + a[i,j] + d[i-1,j]
        end
    end
end
a = rand(70, 264)
b = rand(70, 264)
for k=0..numel(widths)-1
    y = zeros(heights[k], widths[k])
    z = zeros(heights[k], widths[k])
    c = rand(heights[k], widths[k])
    d = rand(heights[k], widths[k])
    modes(c, d, 2*c, c-d, y)
    modes_stepped(c, d, 2*c, c-d, z)
    bad = different(y, z)
    other(a, b, y)
    other_stepped(a, b, z)
    bad += different(y, z)
    other(c, d, y)
    other_stepped(c, d, z)
    print bad, " ", different(y, z)
end
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
y = zeros(300, 300)
z = zeros(300, 300)
other(a, b, y)
other_stepped(a, b, z)
print different(y, z)
% expect: 0
e = zeros(0, 128)
y = zeros(66, 128)
other(e, e, y)
print sum(abs(y))
% expect: 0

% Channels, signals.
function channels(x : cube'mirror, y : cube)
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            for c=0..size(y,2)-1
                y[i,j,c] = x[i-2,j,c] - 3*x[i+1,j+1,c] + x[i,j-1,c]
            end
        end
    end
end
function channels_stepped(x : cube'mirror, y : cube)
    {!interpreted for}
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            for c=0..size(y,2)-1
                y[i,j,c] = x[i-2,j,c] - 3*x[i+1,j+1,c] + x[i,j-1,c]
            end
        end
    end
end
function signal(x : vec'circular, y : vec)
    for i=0..numel(y)-1
        y[i] = x[i-3] - 2*x[2*i+1]
    end
end
function signal_stepped(x : vec'circular, y : vec)
    {!interpreted for}
    for i=0..numel(y)-1
        y[i] = x[i-3] - 2*x[2*i+1]
    end
end
x = rand(40, 50, 3)
y = zeros(40, 50, 3)
z = zeros(40, 50, 3)
channels(x, y)
channels_stepped(x, z)
s = rand(3000)
t = zeros(3000)
u = zeros(3000)
signal(s, t)
signal_stepped(s, u)
print different(y, z), " ", different(t, u)
% expect: 0 0

% An array that ends before the loop does, which reads to its left.
function shorter(x, y)
    for i=1..size(y,0)-1
        for j=2..size(x,1)
            y[i,j] = x[i,j-1] - 2*x[i,j-2] + 3*x[i-1,j-2]
        end
    end
end
function shorter_stepped(x, y)
    {!interpreted for}
    for i=1..size(y,0)-1
        for j=2..size(x,1)
            y[i,j] = x[i,j-1] - 2*x[i,j-2] + 3*x[i-1,j-2]
        end
    end
end
x = rand(90, 256)
y = zeros(90, 260)
z = zeros(90, 260)
shorter(x, y)
shorter_stepped(x, z)
print different(y, z)
% expect: 0
