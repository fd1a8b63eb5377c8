% How alike two images are: PSNR, and the structural similarity SSIM of
% Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment", 2004 (11 x 11 Gaussian window, sigma 1.5).
psnr = (x, y) -> 10*log10(255^2/mean((x - y).^2))

function q = ssim(x : mat, y : mat)
    window = fgaussian(11, 1.5)
    smooth = a -> imfilter(a, window, [5,5], "mirror")
    c1 = (0.01*255)^2
    c2 = (0.03*255)^2
    mx = smooth(x)
    my = smooth(y)
    vx = smooth(x.*x) - mx.*mx
    vy = smooth(y.*y) - my.*my
    cxy = smooth(x.*y) - mx.*my
    q = mean(((2*mx.*my + c1).*(2*cxy + c2))./((mx.^2 + my.^2 + c1).*(vx + vy + c2)))
end

im = imread("examples/images/grey.png")
x = im[128..383,128..383,0]
seed(1)
noisy = clamp(round(x + 15*randn(size(x))), 0, 255)
blurred = gaussian_filter(x, 2.0)

printf("itself:  SSIM %.4f\n", ssim(x, x))
printf("noisy:   PSNR %.2f dB, SSIM %.4f\n", psnr(x, noisy), ssim(x, noisy))
printf("blurred: PSNR %.2f dB, SSIM %.4f\n", psnr(x, blurred), ssim(x, blurred))
% expect: itself:  SSIM 1.0000
% expect: noisy:   PSNR 24.65 dB, SSIM 0.2832
% expect: blurred: PSNR 33.72 dB, SSIM 0.9478
