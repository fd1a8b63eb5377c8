% Wavelet denoising: in the bands of a noisy image the small coefficients are noise. Soft shrinkage makes all smaller by a
% threshold. Donoho, "De-noising by soft-thresholding", 1995; the noise level as the median of the finest diagonal band.
psnr = (a, b) -> 10*log10(255^2/mean((a - b).^2))
soft = (w, t) -> sign(w).*max(abs(w) - t, 0)

clean = imread("examples/images/grey.png")
clean = clean[128..383,128..383,0]
seed(3)
noisy = clean + 15*randn(size(clean))

levels = 4
w = dwt2d(noisy, db4, levels)
sigma = median(abs(w[0][2]))/0.6745
printf("estimated noise %.2f\n", sigma)
for j = 0..levels-1
    for band = 0..2
        w[j][band] = soft(w[j][band], 1.5*sigma)
    end
end
denoised = idwt2d(w, db4, levels)
printf("PSNR %.2f dB -> %.2f dB\n", psnr(clean, noisy), psnr(clean, denoised))
% expect: estimated noise 14.99
% expect: PSNR 24.64 dB -> 33.13 dB
