% The steerable pyramid and the shearlet transform: tight frames that are inverted exactly, for all extents, numbers of orientations and
% channels; a wave gives each band the energy that its window has at the wave's frequency, and lies in the scale of its frequency.
function good = is_tight(x, S, S_H)
    w = S(x)
    bands = lincell(w)
    energy = 0.0
    for j = 0..numel(bands)-1
        energy += sum(bands[j].^2)
    end
    good = abs(energy/sum(x.^2) - 1) < 1e-5 && max(abs(S_H(w) - x)) < 1e-5
end
sizes = [[64,64], [37,50], [48,31], [33,33]]
for s = 0..3
    n = sizes[s,:]
    x = rand(n[0], n[1])
    good = 0
    for K = 1..6
        [S, S_H] = build_stp(n, K, 3)
        good += is_tight(x, S, S_H)
        [S, S_H] = build_energyweighted_dst2d(n, K, 3)
        good += is_tight(x, S, S_H)
    end
    print good
end
x = rand(40, 36, 3)
[S, S_H] = build_stp(size(x), 4, 3)
[T, T_H] = build_energyweighted_dst2d(size(x), 4, 3)
print is_tight(x, S, S_H), " ", is_tight(x, T, T_H), " ", size(S(x)[1][0]), " ", size(S(x)[2][0]), " ", size(T(x)[3])
print numel(lincell(S(x))), " ", numel(lincell(T(x)))

% a wave of 13 and 20 periods: its frequency, and the windows there by their formulas
function x = wave(periods, n : int)
    x = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = cos(2*pi*(periods[0]*i + periods[1]*j)/n)
        end
    end
end
share = (band, x) -> sum(band.^2)/sum(x.^2)
[a, b] = [2*pi*13/64, 2*pi*20/64]
x = wave([13, 20], 64)
[S, S_H] = build_stp(size(x), 4, 2)
w = S(x)
r = sqrt(a^2 + b^2)
first = cos(pi/2*log2(2*r/pi))^2
print abs(share(w[0], x) - (1 - first)) < 1e-5
for k = 0..3
    expected = first*0.8*cos(atan2(a, b) - pi*k/4)^6     % 0.8: the sum of the four sixth powers is 1.25
    print abs(share(w[1][k], x) - expected) < 1e-5
end
[S, S_H] = build_energyweighted_dst2d(size(x), 4, 2)
w = S(x)
v = t -> t^4*(35 - 84*t + 70*t^2 - 20*t^3)
for k = 0..3                                              % slope 0.65: between orientations 0 and 1
    t = 13/20
    expected = k == 0 ? cos(pi/2*v(t))^2 : (k == 1 ? cos(pi/2*v(1-t))^2 : 0)
    print abs(share(w[0][k], x) - expected) < 1e-5
end
% slow waves lie in later scales, constants in the low band
slow = wave([0, 6], 64)
print abs(share(S(slow)[1][0], slow) - 0.5) < 1e-5, " ", abs(share(S(slow)[2], slow) - 0.5) < 1e-5, " ", share(S(ones(64, 64))[2], ones(64, 64))
try
    [S, S_H] = build_stp([8, 8], 4, 3)
catch e
    print e
end
% expect: 12
% expect: 12
% expect: 12
% expect: 12
% expect: 1 1 [40,36,3] [20,18,3] [5,5,3]
% expect: 14 13
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1 1 1
% expect: an image of 8 x 8 is too small for 3 scales
