% colored_noise.q: Gaussian noise that is correlated between pixels.

% y = colored_noise(size, mask): standard normal white noise of size [height, width] filtered circularly with the mask, which
% is scaled to unit energy, so that the variance is 1.
function y = colored_noise(extent, mask)
    f = mask*(1/sqrt(sum(mask.*mask)))
    y = imfilter(randn(int(extent[0]), int(extent[1])), f, [], "circular")
end
