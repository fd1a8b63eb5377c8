% imquality.q: how alike two images are.

% [s, map] = ssim(a, b, peak): the structural similarity of Wang, Bovik, Sheikh and Simoncelli (2004): local means, variances and covariance under a Gaussian of
% 11 x 11 pixels and sigma 1.5, C1 = (0.01 peak)^2, C2 = (0.03 peak)^2; the mean over the places where the window lies inside, and the map of them (channels one by one).
function [s, map] = ssim(a, b, peak : scalar = 255)
    if any(size(a, 0..1) != size(b, 0..1)) || numel(a) != numel(b)
        error("ssim: the images have different extents")
    end
    if min(size(a, 0..1)) < 11
        error(sprintf("ssim: %d x %d pixels; the window has 11 x 11", size(a,0), size(a,1)))
    end
    ma = lib_ssim_blur(1.0*a)
    mb = lib_ssim_blur(1.0*b)
    va = lib_ssim_blur(a.*a*1.0) - ma.*ma
    vb = lib_ssim_blur(b.*b*1.0) - mb.*mb
    vab = lib_ssim_blur(a.*b*1.0) - ma.*mb
    c1 = (0.01*peak)^2
    c2 = (0.03*peak)^2
    map = ((2*ma.*mb + c1).*(2*vab + c2))./((ma.*ma + mb.*mb + c1).*(va + vb + c2))
    s = mean(map)
end
function y = lib_ssim_blur(x)
    f = gaussian_kernel(1.5, 11)
    y = crop_boundary(separable_imfilter(x, f, f, [5, 5], "zero"), 5)
end
