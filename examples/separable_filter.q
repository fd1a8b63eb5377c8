% A Gaussian filter as two passes of one dimension each. 'mirror says what lies outside the image.
function g = gaussian(sigma : scalar)
    r = int(ceil(3*sigma))
    g = zeros(2*r+1)
    for k = -r..r
        g[k+r] = exp(-k^2/(2*sigma^2))
    end
    g = g/sum(g)
end

function [] = __kernel__ filter_rows(x : mat'mirror, y : mat'unchecked, g : vec'unchecked, r : int, pos : ivec2)
    s = 0.0
    for k = -r..r
        s += g[k+r]*x[pos[0],pos[1]+k]
    end
    y[pos] = s
end

function [] = __kernel__ filter_columns(x : mat'mirror, y : mat'unchecked, g : vec'unchecked, r : int, pos : ivec2)
    s = 0.0
    for k = -r..r
        s += g[k+r]*x[pos[0]+k,pos[1]]
    end
    y[pos] = s
end

function y = smooth(x : mat, sigma : scalar)
    g = gaussian(sigma)
    r = int(numel(g)/2)
    t = uninit(size(x))
    y = uninit(size(x))
    parallel_do(size(x), x, t, g, r, filter_rows)
    parallel_do(size(x), t, y, g, r, filter_columns)
end

x = imread("examples/images/grey.png")
x = x[:,:,0]
y = smooth(x, 2.0)
printf("mean %.4f -> %.4f, deviation %.4f -> %.4f\n", mean(x), mean(y), std(x), std(y))
printf("%.4f %.4f %.4f\n", y[0,0], y[100,200], y[511,511])
% The library has it too:
printf("largest difference %.3f\n", max(abs(y - gaussian_filter(x, 2.0, 0, "mirror"))))
% expect: mean 138.4884 -> 138.4882, deviation 45.6372 -> 45.1466
% expect: 109.5294 148.3011 82.9663
% expect: largest difference 0.000
