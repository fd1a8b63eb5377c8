% Names with a boundary mode: reads outside are moved, writes inside need no look, those outside are errors.
function y : mat'clamped = squares(x : mat)
    [h, w] = size(x)
    y = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            y[m,n] = x[m,n]^2
        end
    end
end
function [] = shift(x : vec'circular, by : int)
    for i = 0..numel(x)-1
        x[i+by] = i
    end
end
function [] = running(x : vec'mirror, by : int)
    {!serial for}
    for i = 1..numel(x)-1
        x[i+by] = x[i-1] + x[i+7]
    end
end
% expect: 328350 9801
% expect: 190
% expect: 62
% error Q0401 at 19:11
function [] = main()
    x = reshape(0..99, [10,10])
    y = squares(x)
    print sum(y), " ", y[9,9]
    v = zeros(20)
    shift(v, 0)
    print sum(v)
    v = ones(20)
    running(v, 0)
    print v[19]
    running(v, 1)
end
