% A row or a column has the bits of the same sum taken alone, for every length and in every shape of kernel that partial
% reductions have: rows held by a few threads, columns side by side, several chunks.
function x = filled(n, m)
    x = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            k = and(i*40503 + j*69069 + 12345, 65535)
            x[i,j] = (k - 30000)*0.0137 + 1.0/(k + 1)
        end
    end
end

function s = column_alone(x : mat, j : int)
    s = 0.5
    for i=0..size(x,0)-1
        s += x[i,j]
    end
end

function s = row_alone(x : mat, i : int)
    s = 0.5
    for j=0..size(x,1)-1
        s += x[i,j]
    end
end

function y = columns(x : mat)
    y = 0.5*ones(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[j] += x[i,j]
        end
    end
end

function y = rows(x : mat)
    y = 0.5*ones(size(x,0))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i] += x[i,j]
        end
    end
end

function wrong = differences(n, kept)
    wrong = 0
    x = filled(n, kept)
    y = columns(x)
    {!interpreted for}
    for j=0..kept-1
        if y[j] != column_alone(x, j)
            wrong += 1
        end
    end
    x = filled(kept, n)
    y = rows(x)
    {!interpreted for}
    for i=0..kept-1
        if y[i] != row_alone(x, i)
            wrong += 1
        end
    end
end

ns = [1,2,3,5,8,31,32,33,63,64,65,127,128,500,512,1000,1024,1025,2047,2048,2049,5000,8192,8193,20000]
for q_n=0..numel(ns)-1
    n = ns[q_n]
    wrong = differences(n, n > 100 ? 17 : 45)
    if wrong > 0
        print n, ": ", wrong, " differ"
    end
end
wrong = differences(50, 300) + differences(1030, 270)
print wrong, " differ"
% expect: 0 differ

% Two accumulators of different operators, a private sum that is stored, a column of three dimensions.
function [m, hi] = mean_and_max(x : mat)
    m = zeros(size(x,1))
    hi = zeros(size(x,1))
    for j=0..size(x,1)-1
        s = 0.0
        h = -inf
        for i=0..size(x,0)-1
            s += x[i,j]
            h = max(h, x[i,j])
        end
        m[j] = s/size(x,0)
        hi[j] = h
    end
end

function [s, h] = both_alone(x : mat, j : int)
    s = 0.0
    h = -inf
    for i=0..size(x,0)-1
        s += x[i,j]
        h = max(h, x[i,j])
    end
end

ns = [7,700,9000]
for q_n=0..numel(ns)-1
    n = ns[q_n]
    x = filled(n, 37)
    [m, hi] = mean_and_max(x)
    bad = 0
    {!interpreted for}
    for j=0..36
        [s, h] = both_alone(x, j)
        if m[j] != s/n || hi[j] != h
            bad += 1
        end
    end
    print bad
end
% expect: 0
% expect: 0
% expect: 0

function y = over_frames(x : cube)
    y = zeros(size(x,1), size(x,2))
    for k=0..size(x,0)-1
        for i=0..size(x,1)-1
            for j=0..size(x,2)-1
                y[i,j] += x[k,i,j]
            end
        end
    end
end

function s = frame_alone(x : cube, i : int, j : int)
    s = 0.0
    for k=0..size(x,0)-1
        s += x[k,i,j]
    end
end

channelss = [3,20]
for q_channels=0..numel(channelss)-1
    channels = channelss[q_channels]
    x = reshape(filled(30*7, channels), [30,7,channels])
    y = over_frames(x)
    bad = 0
    {!interpreted for}
    for i=0..6
        {!interpreted for}
        for j=0..channels-1
            if y[i,j] != frame_alone(x, i, j)
                bad += 1
            end
        end
    end
    print bad
end
% expect: 0
% expect: 0

% Whole numbers are exact in any shape.
c = vec[int](19)
for i=0..999
    for j=0..18
        c[j] += i*j
    end
end
print c[18], " ", c[1]
% expect: 8991000 499500

% Channels side by side: taken together, each with the tree it has alone.
function y = channel_sums(x : cube)
    y = zeros(size(x,2))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..size(x,2)-1
                y[c] += x[i,j,c]
            end
        end
    end
end

function y = channel_means(x : cube)
    y = zeros(size(x,2))
    for c=0..size(x,2)-1
        s = 0.0
        for i=0..size(x,0)-1
            for j=0..size(x,1)-1
                s += x[i,j,c]
            end
        end
        y[c] = s/(size(x,0)*size(x,1))
    end
end

function s = channel_alone(x : cube, c : int)
    s = 0.0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s += x[i,j,c]
        end
    end
end

sizes = [1, 5, 33, 40, 150]
bad = 0
for q=0..numel(sizes)-1
    m = sizes[q]
    for channels=2..4
        x = reshape(filled(m*70, channels), [m,70,channels])
        y = channel_sums(x)
        z = channel_means(x)
        {!interpreted for}
        for c=0..channels-1
            if y[c] != channel_alone(x, c) || z[c] != channel_alone(x, c)/(m*70)
                bad += 1
            end
        end
    end
end
print bad
% expect: 0
