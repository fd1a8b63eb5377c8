% Spectra of complex matrices and cubes are those of their parts, whatever the extents; back they give what they were made of.
function [] = check(h : int, w : int, b : int)
    re = zeros(h, w, b)
    im = zeros(h, w, b)
    for i = 0..h-1
        for j = 0..w-1
            for k = 0..b-1
                re[i,j,k] = mod(i*7 + j*13 + k*5, 11) - 5
                im[i,j,k] = mod(i*3 - j*17 + k*29, 7) - 3
            end
        end
    end
    x = b == 1 ? reshape(complex(re, im), h, w) : complex(re, im)
    kept = copy(x)
    y = fft2(x)
    z = fft2(b == 1 ? reshape(re, h, w) : re) + 1j*fft2(b == 1 ? reshape(im, h, w) : im)
    scale = max(abs(y))
    apart = max(abs(y - z))/scale
    back = max(abs(ifft2(y) - x))
    of_real = max(abs(ifft2(re) - conj(fft2(re))/(h*w)))*sqrt(h*w)
    printf("%d x %d x %d: %d %d %d %d", h, w, b, apart < 1e-4, back < 1e-4, of_real < 1e-4, max(abs(x - kept)) == 0)
    if b > 1
        v = fft3(x)
        back = max(abs(ifft3(v) - x))
        direct = czeros(h, w)
        for k = 0..b-1
            direct += y[:,:,k]*exp(-2j*pi*k/b)
        end
        printf(" %d %d", back < 1e-4, max(abs(direct - v[:,:,1]))/scale < 1e-4)
    end
    print ""
end
check(16, 24, 1)
% expect: 16 x 24 x 1: 1 1 1 1
check(256, 128, 1)
% expect: 256 x 128 x 1: 1 1 1 1
check(2048, 16, 1)
% expect: 2048 x 16 x 1: 1 1 1 1
check(211, 190, 1)
% expect: 211 x 190 x 1: 1 1 1 1
check(128, 129, 3)
% expect: 128 x 129 x 3: 1 1 1 1 1 1
check(130, 131, 20)
% expect: 130 x 131 x 20: 1 1 1 1 1 1
check(129, 128, 130)
% expect: 129 x 128 x 130: 1 1 1 1 1 1
