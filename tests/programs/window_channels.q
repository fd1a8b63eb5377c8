% Windows over images whose channels are innermost: a vector takes one channel of several pixels. The bits are those of the planes, in
% either order of the loops, with and without boundary modes; a failure is that of the first iteration in the loops' order.
function y = plane(x : mat'mirror, f)
    y = zeros(size(x,0), size(x,1))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for m = 0..2
                for n = 0..2
                    s += x[i+m-1,j+n-1]*f[m,n]
                end
            end
            y[i,j] = s
        end
    end
end
function y = pixels(x : cube'mirror, f)
    y = zeros(size(x,0), size(x,1), size(x,2))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                s = 0.0
                for m = 0..2
                    for n = 0..2
                        s += x[i+m-1,j+n-1,c]*f[m,n]
                    end
                end
                y[i,j,c] = s
            end
        end
    end
end
function y = inside(x, f, w)
    y = zeros(size(x,0), size(x,1), size(x,2))
    for i = 1..size(x,0)-2
        for j = 1..w
            for c = 0..size(x,2)-1
                s = 0.0
                for m = 0..2
                    for n = 0..2
                        s += x[i+m-1,j+n-1,c]*f[m,n]
                    end
                end
                y[i,j,c] = s
            end
        end
    end
end
function [] = main()
    f = rand(3,3)
    x = rand(37,131,3)
    y = pixels(x, f)
    z = inside(x, f, 129)
    for c = 0..2
        p = plane(x[:,:,c], f)
        print sum(y[:,:,c] != p), " ", sum(z[1..35,1..129,c] != p[1..35,1..129])
    end
    % expect: 0 0
    % expect: 0 0
    % expect: 0 0
    try
        z = inside(x, f, 130)
    catch e
        print e
    end
    % expect: index 131 is out of range: 'x' has 131 elements along dimension 1
end
