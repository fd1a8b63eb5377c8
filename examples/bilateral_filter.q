% Bilateral filter: a mean weighted by the distance of the pixels and by the difference of their colours: smooth, but edges stay.
% Tomasi, Manduchi, "Bilateral filtering for gray and color images", ICCV 1998.
function y = bilateral(x : cube, r : int, sigma_space : scalar, sigma_colour : scalar)
    a = -1/(2*sigma_space^2)
    b = -1/(2*sigma_colour^2)
    function [] = __kernel__ filter(x : cube'clamped, y : cube'unchecked, pos : ivec2)
        centre = x[pos[0],pos[1],0..2]
        total = [0.0, 0.0, 0.0]
        weights = 0.0
        for dm = -r..r
            for dn = -r..r
                c = x[pos[0]+dm,pos[1]+dn,0..2]
                d = c - centre
                w = exp(a*(dm*dm + dn*dn) + b*dotprod(d, d))
                total += w*c
                weights += w
            end
        end
        y[pos[0],pos[1],0..2] = total/weights
    end
    y = uninit(size(x))
    parallel_do(size(x,0..1), x, y, filter)
end

x = imread("examples/images/landscape.png")
y = bilateral(x[0..255,0..255,:], 4, 2.0, 30.0)
for c = 0..2
    printf("channel %d: mean %.3f, deviation %.3f -> %.3f\n", c, mean(y[:,:,c]), std(x[0..255,0..255,c]), std(y[:,:,c]))
end
% expect: channel 0: mean 153.738, deviation 41.571 -> 41.364
% expect: channel 1: mean 168.783, deviation 25.159 -> 24.963
% expect: channel 2: mean 189.157, deviation 10.495 -> 10.293
