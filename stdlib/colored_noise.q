% colored_noise.q: Gaussian noise that is correlated between pixels.

% y = colored_noise(size, mask): standard normal white noise of size [height, width] filtered circularly with the mask, which
% is scaled to unit energy, so that the variance is 1.
function y = colored_noise(extent, mask)
    f = mask*(1/sqrt(sum(mask.*mask)))
    y = imfilter(randn(int(extent[0]), int(extent[1])), f, [], "circular")
end

% Power spectral densities, functions of the frequencies [fy, fx] in cycles a pixel, -0.5 to 0.5: white noise, and the ramp of the noise in
% tomographic images that filtered back-projection leaves (Riederer, Pelc, Chesler, "The noise power spectrum in computed X-ray
% tomography", Phys. Med. Biol. 23, 1978).
function p = psd_white_noise(fy : scalar, fx : scalar)
    p = 1.0
end
function p = psd_ct_ramp_spectrum_noise(fy : scalar, fx : scalar)
    p = sqrt(fy^2 + fx^2)
end

% P = generate_psd(size, psd, variance, dc): the density `psd` at the frequencies of an image of size [h, w] in the order of fft2, h x w,
% with `dc` in place of what it is at frequency 0, and scaled to a mean of `variance`: that of the noise.
function P = generate_psd(size, psd, variance : scalar = 1, dc : scalar = 0)
    [h, w] = [int(size[0]), int(size[1])]
    P = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            P[m,n] = psd((2*m < h ? m : m-h)/h, (2*n < w ? n : n-w)/w)
        end
    end
    P[0,0] = dc
    total = sum(P)
    assert(total > 0, "generate_psd: the density is 0 everywhere")
    P *= variance*h*w/total
end

% y = cgn_rand(size, P): Gaussian noise of size [h, w] or [h, w, channels] with the power spectral density P, h x w in the order of fft2:
% mean(P) is its variance. Channels are independent.
function y = cgn_rand(size, P : mat)
    y = real(ifft2(fft2(randn(size)).*sqrt(P)))
end
