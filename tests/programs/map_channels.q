% Maps whose innermost loop runs over a few channels: a thread of the host takes all of a pixel's. Expected: the same in order, and
% as planes.
function s : int = weighed(y : cube{:})
    z = reshape(y, numel(y), 1)
    s = 0
    for i=0..numel(z)-1
        s += int(64*z[i,0])*(mod(i,97) + 1)
    end
end
function y = scaled(x : cube, w : vec)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[i,j,c] = x[i,j,c]*w[c] + i - j
            end
        end
    end
end
function y = scaled_in_order(x : cube, w : vec)
    y = zeros(size(x))
    {!serial for}
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[i,j,c] = x[i,j,c]*w[c] + i - j
            end
        end
    end
end
% Every second channel from the last one down, planes as results, and rows that do not follow each other.
function y = apart(x : cube, w : vec)
    y = zeros(size(x,2), size(x,0), size(x,1))
    for i = 1..2..size(x,0)-1
        for j = size(x,1)-1..-1..0
            for c = size(x,2)-1..-2..0
                y[c,i,j] = x[i,j,c] - w[c]
            end
        end
    end
end
function y = moved(x : cube'mirror, w : vec)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[i,j,c] = w[c]*(x[i-1,j+2,c] + x[i+1,j-2,c])
            end
        end
    end
end
function [] = main()
    w = [0.5, 2, 0.25, 1.5, 3]
    ok = 0
    for channels = 1..5
        v = w[0..channels-1]
        x = reshape(mod((0..37*65*channels-1)*31, 127)/8, 37, 65, channels)
        y = scaled(x, v)
        ok += weighed(y) == weighed(scaled_in_order(x, v))
        z = apart(x, v)
        m = moved(x, v)
        for c = 0..channels-1
            p : mat'mirror = x[:,:,c]
            for i = 0..36
                for j = 0..64
                    ok += m[i,j,c] == v[c]*(p[i-1,j+2] + p[i+1,j-2])
                    ok += z[c,i,j] == (mod(i,2) == 1 && mod(channels-1-c,2) == 0 ? p[i,j] - v[c] : 0)
                end
            end
        end
        whole = x.*reshape(v, 1, 1, channels) - mean(mean(x,0),1)
        alpha = x[:,:,0]/32
        mixed = x.*reshape(alpha, 37, 65, 1) + whole.*(1 - reshape(alpha, 37, 65, 1))
        for c = 0..channels-1
            plane = x[:,:,c]*v[c] - mean(mean(x[:,:,c],0),1)
            ok += weighed(whole[:,:,c]) == weighed(plane)
            ok += weighed(mixed[:,:,c]) == weighed(x[:,:,c].*alpha + plane.*(1 - alpha))
        end
    end
    % expect: 72185
    print ok

    % the failure is that of the first iteration, and the last value that of the last one
    x = reshape(0..40*50*3-1, 40, 50, 3)*1.0
    places = [0,1,2]
    y = zeros(40, 50, 3)
    for i = 0..39
        for j = 0..49
            for c = 0..2
                t = x[i,j,places[c]] + 1
                y[i,j,c] = t
            end
        end
    end
    % expect: 6000 39 49 2
    print t, " ", i, " ", j, " ", c
    places = [0,7,9]
    try
        for i = 0..39
            for j = 0..49
                for c = 0..2
                    y[i,j,c] = x[i,j,places[c]]
                end
            end
        end
    catch e
        % expect: index 7 is out of range: 'x' has 3 elements along dimension 2
        print e
    end
end
