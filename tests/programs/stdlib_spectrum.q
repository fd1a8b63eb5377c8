% spectrum.q against scipy.signal (correlate, hilbert, welch without detrending, periodogram, detrend) and numpy.fft (spectrogram).
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
v = [3, 1, 4, 1, 5, 9, 2, 6]
[r, lags] = xcorr([1, 2, 3], [0, 1, 0.5])
print near(r, [0.5, 2, 3.5, 3, 0]), lags
print near(xcorr(v), [18, 12, 53, 38, 76, 106, 91, 173, 91, 106, 76, 38, 53, 12, 18])
[r, lags] = xcorr(v, v, 2)
print near(r, [106, 91, 173, 91, 106]), lags
print near(xcorr([1, 2+1j], [1j, 1]), [1+0j, 2+0j, 1-2j])
print near(real(hilbert(v)), v), near(imag(hilbert(v)), [3.84619408, -0.914213562, -0.310660172, -0.5, -5.34619408, 1.91421356, 1.81066017, -0.5])
print near(imag(hilbert(v[0..6])), [0.998464932, 0.021854352, -1.11636759, 0.103610146, -5.50305144, 2.55269844, 2.94279116]), size(hilbert(transpose(v)))
print near(detrend(v), [1, -1.53571429, 0.928571429, -2.60714286, 0.857142857, 4.32142857, -3.21428571, 0.25]), size(detrend(transpose(v)))
print downsample(v, 3), upsample([1, 2, 3], 2), downsample(transpose([1, 2, 3]), 2), upsample([1+1j], 2)
[p, f] = periodogram(v, 4)
print near(p, [30.03125, 4.29473305, 0.8125, 7.83026695, 0.28125]), f
[p, f] = pwelch(v, hamming(4), 2, [], 2)
print near(p, [19.028728, 17.7727349, 6.00759219]), f
[p, f] = pwelch(v, hamming(5))
print near(p, [66.0006266, 69.3339203, 31.4793629]), near(f, [0, 0.2, 0.4])
[s, f, t] = spectrogram(v, [1, 2, 2, 1], 2, 5, 10)
print near(real(s), [[14, 25, 33], [-3.66311896, -10.7532889, 2.47213595], [4.16311896, 8.2532889, -6.47213595]]), near(imag(s), [[0, 0, 0], [-6.0166098, -2.48989828, -15.9434468], [5.48182511, -0.224513988, -12.4822476]]), f, t
[s, f, t] = spectrogram(v, 4)
print size(s), f, t, near(abs(s[0,0]), 4.17)
[s, f, t] = spectrogram(sin(0.3*(0..2047)))
print size(s), argmax(abs(s[:,3]))
refuses(() -> xcorr([]))
refuses(() -> downsample(v, 0))
refuses(() -> pwelch(v, ones(9)))
refuses(() -> spectrogram(v, 9))
refuses(() -> spectrogram(v, 4, 1, 3))
% expect: 1[-2,-1,0,1,2]
% expect: 1
% expect: 1[-2,-1,0,1,2]
% expect: 1
% expect: 11
% expect: 1[8,1]
% expect: 1[8,1]
% expect: [3,1,2][1,0,2,0,3,0][1]
% expect: [3][1+1i,0+0i]
% expect: 1[0,0.5,1,1.5,2]
% expect: 1[0,0.5,1]
% expect: 11
% expect: 11[0,2,4][0.2,0.4,0.6]
% expect: [3,3][0,0.25,0.5][2,4,6]1
% expect: [129,15]12
% expect: xcorr: an empty signal
% expect: downsample: by 0; n is 1 or more
% expect: pwelch: a window of 9 samples, 4 shared, on 8 samples; overlap < window <= samples
% expect: spectrogram: a window of 9 samples, 4 shared, on 8 samples; overlap < window <= samples
% expect: spectrogram: transforms of 3 points of a window of 4 samples; they are as long or longer
