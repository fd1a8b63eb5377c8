% Noise with a power spectral density: the density has the frequencies of fft2 and the mean that is asked for, periodograms of the
% noise have the density as their mean.
import "colored_noise.q"
P = generate_psd([64,48], psd_ct_ramp_spectrum_noise, 2, 0)
print size(P), " ", abs(mean(P) - 2) < 1e-5, " ", P[0,0], " ", abs(P[6,0]/P[3,0] - 2) < 1e-5, " ", P[61,0] == P[3,0], " ", abs(P[8,6]/P[8,0] - sqrt(2)) < 1e-5
% expect: [64,48] 1 0 1 1 1
seed(4)
S = zeros(64, 48)
for k = 0..99
    S += abs(fft2(cgn_rand([64,48], P))).^2/(64*48)
end
print mean(abs(S/100 - P)) < 0.2, " ", abs(mean(S/100) - 2) < 0.02, " ", S[0,0] < 1e-6
% expect: 1 1 1
z = cgn_rand([32,32,3], generate_psd([32,32], psd_white_noise, 4, 1))
print size(z), " ", abs(var(z) - 4) < 0.3, " ", abs(mean(z[:,:,0].*z[:,:,1])) < 0.3
% expect: [32,32,3] 1 1
h = generate_psd([16,16], (fy, fx) -> abs(fy) < 0.2 && abs(fx) < 0.2)
print sum(h > 0), " ", h[0,0]
% expect: 48 0
try
    P = generate_psd([8,8], (fy, fx) -> 0)
catch e
    print e
end
% expect: generate_psd: the density is 0 everywhere
