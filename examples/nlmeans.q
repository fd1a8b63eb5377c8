% Non-local means: each pixel becomes a mean of the pixels around it, weighted by how alike their patches are.
% Buades, Coll, Morel, "A non-local algorithm for image denoising", CVPR 2005.
function y = nlmeans(x : mat'clamped, search : int, patch : int, h : scalar)
    y = zeros(size(x))
    area = (2*patch+1)^2
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            weights = 0.0
            for dm = -search..search
                for dn = -search..search
                    distance = 0.0
                    for i = -patch..patch
                        for j = -patch..patch
                            d = x[m+i,n+j] - x[m+dm+i,n+dn+j]
                            distance += d*d
                        end
                    end
                    w = exp(-distance/(area*h^2))
                    total += w*x[m+dm,n+dn]
                    weights += w
                end
            end
            y[m,n] = total/weights
        end
    end
end

psnr = (a, b) -> 10*log10(255^2/mean((a - b).^2))

clean = imread("examples/images/grey.png")
clean = clean[192..319,192..319,0]
seed(7)
noisy = clean + 20*randn(size(clean))
denoised = nlmeans(noisy, 5, 2, 16.0)
printf("PSNR %.2f dB -> %.2f dB\n", psnr(clean, noisy), psnr(clean, denoised))
% expect: PSNR 22.07 dB -> 30.87 dB
