% Filters by least squares, with equal ripples, elliptic, and their orders; the numbers are those of SciPy's firls, remez, ellip, ellipord, bilinear and kaiserord,
% and of a least squares problem on 4001 points a band for firls of odd order.
function y : bool = near(a, b, tolerance)
    y = numel(a) == numel(b) && max(abs(a - b)) <= tolerance
end
print near(firls(8, [0,0.3,0.5,1], [1,1,0,0]), [-0.05012441,-0.0483714,0.08628644,0.2949656,0.3981113,0.2949656,0.08628644,-0.0483714,-0.05012441], 1e-6)
% expect: 1
print near(firls(10, [0,0.2,0.3,0.5,0.6,1], [0,0,1,0.5,0,0], [1,2,3]), [0.04249339,-0.01607553,-0.1456046,-0.1338657,0.08683284,0.2318195,0.08683284,-0.1338657,-0.1456046,-0.01607553,0.04249339], 1e-6)
% expect: 1
print near(firls(7, [0,0.3,0.4,1], [1,1,0,0], [1,5]), [-0.003541215,0.08303499,0.2084068,0.3017773,0.3017773,0.2084068,0.08303499,-0.003541215], 1e-6)
% expect: 1
print near(firpm(12, [0,0.3,0.5,1], [1,1,0,0]), [0.03114444,-0.006543573,-0.0637852,-0.05904799,0.08371113,0.2953027,0.3979767,0.2953027,0.08371113,-0.05904799,-0.0637852,-0.006543573,0.03114444], 2e-5)
% expect: 1
print near(firpm(13, [0,0.3,0.5,1], [1,1,0,0], [1,10]), [0.00885348,-0.01475756,-0.05986322,-0.07261056,0.01822163,0.2009717,0.3548599,0.3548599,0.2009717,0.01822163,-0.07261056,-0.05986322,-0.01475756,0.00885348], 2e-5)
% expect: 1
print near(remez(20, [0,0.2,0.3,0.5,0.6,1], [0,0,1,1,0,0], [1,2,3]), [-0.0320965,0.01631507,0.04863446,0.01904313,0.01623028,0.08628504,0.04260779,-0.1664769,-0.2035457,0.09377454,0.3052803,0.09377454,-0.2035457,-0.1664769,0.04260779,0.08628504,0.01623028,0.01904313,0.04863446,0.01631507,-0.0320965], 2e-5)
% expect: 1
% all of the weighted distances from the lines are at most the ripple, and n/2+2 of them reach it
[b, ripple] = firpm(24, [0,0.3,0.4,1], [1,1,0,0], [1,4])
h = abs(freqz(b, [1], 512))
w = transpose(0..511)/512
bad = sum((abs(h[0..153] - 1) > 1.02*ripple)) + sum(4*h[205..511] > 1.02*ripple)
print bad, " ", ripple > 0.001 && ripple < 0.1
% expect: 0 1
[b, a] = ellip(4, 1, 40, 0.3)
print near(b, [0.03530677,0.02337488,0.05604963,0.02337488,0.03530677], 1e-6), near(a, [1,-2.320993,2.677155,-1.577391,0.4158016], 4e-6)
% expect: 11
[b, a] = ellip(5, 0.5, 60, 0.3, "high")
print near(b, [0.1804704,-0.8291663,1.591451,-1.591451,0.8291663,-0.1804704], 1e-6), near(a, [1,-1.512992,1.710306,-0.7380707,0.2876023,0.04679478], 4e-6)
% expect: 11
[b, a] = ellip(3, 0.5, 50, [0.2,0.4])
print near(b, [0.02324962,-0.01837595,-0.02865898,-1.032491e-17,0.02865898,0.01837595,-0.02324962], 1e-6), near(a, [1,-3.083871,5.257729,-5.593787,4.066473,-1.82607,0.4595763], 4e-6)
% expect: 11
[b, a] = ellip(2, 0.5, 50, [0.2,0.4], "stop")
print near(b, [0.6871425,-1.698314,2.423261,-1.698314,0.6871425], 1e-6), near(a, [1,-2.072979,2.465961,-1.524911,0.5566037], 4e-6)
% expect: 11
[z, p, k] = ellip(7, 0.1, 80, 0.3)
print near(sort(abs(p)), [0.6421102,0.7112554,0.7112554,0.8387605,0.8387605,0.949837,0.949837], 1e-6), near(sort(real(z)), [-1,-0.5204021,-0.5204021,-0.03510899,-0.03510899,0.1483548,0.1483548], 1e-6), near(k, 0.002333454, 1e-7)
% expect: 111
[n, w] = ellipord(0.2, 0.3, 1, 40)
[m, v] = ellipord([0.2,0.4], [0.1,0.5], 1, 60)
[o, u] = cheb1ord(0.3, 0.2, 1, 40)
[q, t] = cheb2ord([0.2,0.4], [0.1,0.5], 1, 60)
print n, " ", w, " ", m, v, " ", o, " ", u, " ", q, t
% expect: 4 0.2 5[0.2,0.4] 6 0.3 7[0.1,0.5]
% a Butterworth filter of the least order loses what it must at the edge of its stopband, and no more than it may in its passband; one order less does not
[n, w] = buttord(0.2, 0.3, 1, 40)
[b, a] = butter(n, w)
loss = (b, a, f) -> -20*log10(abs(polyval(fliplr(b), exp(-1j*pi*f))/polyval(fliplr(a), exp(-1j*pi*f))))
print n, " ", abs(loss(b, a, 0.3) - 40) < 0.01, loss(b, a, 0.2) <= 1
% expect: 12 11
[n, w] = buttord([0.3,0.5], [0.1,0.7], 1, 30)
[b, a] = butter(n, w)
print n, " ", abs(min(loss(b, a, 0.1), loss(b, a, 0.7)) - 30) < 0.1, max(loss(b, a, 0.3), loss(b, a, 0.5)) <= 1
% expect: 4 11
[b, a] = bilinear([1.0,2], [1.0,3,5], 10)
print near(b, [0.04731183,0.008602151,-0.03870968], 1e-6), near(a, [1,-1.698925,0.7419355], 1e-6)
% expect: 11
[z, p, k] = bilinear([-1+2j,-1-2j], complex([-2.0,-3,-4]), 5, 10)
print near(sort(real(z)), [-1,0.8876404,0.8876404], 1e-6), near(sort(real(p)), [0.6666667,0.7391304,0.8181818], 1e-6), near(k, 0.1832181, 1e-6)
% expect: 111
[n, w, beta, kind] = kaiserord([1000,1500], [1,0], [0.01,0.001], 8000)
print n, " ", w, " ", near(beta, 5.65326, 1e-4), kind
% expect: 59 0.3125 1low
try
    b = firls(4, [0,0.5,0.4,1], [1,1,0,0])
catch e
    print e
end
% expect: firls: the frequencies rise from 0 to 1, which is half the sampling rate
try
    b = firpm(5, [0,0.3,0.4,1], [0,0,1,1])
catch e
    print e
end
% expect: firpm: the amplitude of an odd order is 0 at half the sampling rate; an even order, or a last amplitude of 0
try
    b = ellip(3, 40, 1, 0.5)
catch e
    print e
end
% expect: ellip: ripple 40 dB, stopband 1 dB; the stopband lies lower
try
    b = buttord([0.1,0.5], [0.2,0.4], 1, 40)
catch e
    print e
end
% expect: buttord: ws lies around wp, as of a bandpass; of a stop filter the order depends on where in between its edges lie
