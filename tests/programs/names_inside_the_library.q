% Library functions never call a program's definitions, not in compiled loops either; functions that they are given do.
function y = exp(x)
    y = 42
end
function y = sqrt(x)
    y = 43
end
s = zeros(3)
for i = 0..2
    s[i] = normpdf(i)
end
print abs(s[0] - 0.3989423) < 1e-6, " ", abs(s[1] - normpdf(1)) < 1e-6, " ", exp(1)
% expect: 1 1 42
for i = 0..2
    s[i] = psd_ct_ramp_spectrum_noise(3, 4.0) + sqrt(i)
end
print s, " ", psd_ct_ramp_spectrum_noise(3, 4.0)
% expect: [48,48,48] 5
print arrayfun(v -> exp(v) + v, [1, 2])
% expect: [43,44]
