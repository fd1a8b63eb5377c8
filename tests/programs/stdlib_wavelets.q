% precision: double
% Wavelets of the library: orthonormal filters, perfect reconstruction, energy, vanishing moments, and near-analytic pairs.
import "dwt.q"
import "dtcwt.q"
import "multirestransforms.q"
% How far a filter is from orthonormal: sum over k of h[k]h[k+2m] is 1 for m = 0 and 0 otherwise.
function worst = off_orthonormal(h)
    worst = 0.0
    for m = 0..int(numel(h)/2)-1
        t = m == 0 ? -1.0 : 0.0
        for k = 0..numel(h)-1-2*m
            t += h[k]*h[k+2*m]
        end
        worst = max(worst, abs(t))
    end
end
function y = test_image(h, w)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            y[i,j] = mod(i*i*7 + j*13 + i*j, 17)
        end
    end
end
function [] = main()
    worst = 0.0
    filters = `haar, db2, db3, db4, db5, db6, db7, db8, db9, db10, sym4, sym5, sym6, sym7, sym8'
    for k = 0..numel(filters)-1
        worst = max(worst, off_orthonormal(filters[k]))
    end
    print worst < 1e-9
    print abs(db2[0] - (1+sqrt(3.0))/(4*sqrt(2.0))) < 1e-12, " ", numel(db8)
    worst = max(off_orthonormal(filtercoeff_farras[0,:]), off_orthonormal(filtercoeff_farras[1,:]))
    worst = max(worst, max(off_orthonormal(filtercoeff_dualfilt[0,:]), off_orthonormal(filtercoeff_dualfilt[1,:])))
    print worst < 1e-7
    worst = 0.0
    for K = 0..4
        for L = 0..3
            f = filtercoeff_selcw[K,L]
            worst = max(worst, max(off_orthonormal(f[0,:]), off_orthonormal(f[1,:])))
        end
    end
    print worst < 1e-9, " ", size(filtercoeff_selcw[3,1])
    % Haar by hand; four vanishing moments: the high band of a cubic is 0 away from the border
    print max(abs(dwt_untiled([1,3,2,6], haar, 1) - [4,8,-2,-4]*(-1)*(-sqrt(0.5)).*[1,1,-1,-1])) < 1e-12
    cubic = zeros(64)
    for k = 0..63
        cubic[k] = (k/32.0)^3 - k/16.0
    end
    print max(abs(dwt_untiled(cubic, db4, 1)[36..59])) < 1e-9
    x = test_image(16, 32)
    w = dwt2d(x, sym8, 3)
    print max(abs(idwt2d(w, sym8, 3) - x)) < 1e-9, numel(w), " ", size(w[3])
    print abs(sum(dwt2d_untiled(x, db5, 2).^2) - sum(x.^2)) < 1e-6
    c = reshape(test_image(16, 64), [16, 8, 8])
    print max(abs(idwt3d_untiled(dwt3d_untiled(c, db3, 2), db3, 2) - c)) < 1e-9
    w1 = filtercoeff_farras
    w2 = filtercoeff_selcw[3,1]
    v = dtcwt2d(x, w1, w2, 3)
    print max(abs(idtcwt2d(v, w1, w2, 3) - x)) < 1e-9
    u = dtcwt3d_untiled(c, w1, w2, 2)
    energy = sum(u[0].^2) + sum(u[1].^2) + sum(u[2].^2) + sum(u[3].^2)
    print max(abs(idtcwt3d_untiled(u, w1, w2, 2) - c)) < 1e-9, abs(energy - sum(c.^2)) < 1e-6
    [S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, 3)
    w = S(x)
    print max(abs(S_H(w) - x)) < 1e-6, " ", numel(lincell(w)), " ", size(lincell(w)[39])
    % The magnitude of the complex bands hardly changes when the image moves; that of one tree alone does.
    print shift_variation(w1, w2) < 0.15
end
% A step that moves by 0..7 pixels: how much the energy of scale 2 changes, relative to its mean.
function r = shift_variation(w1, w2)
    e = zeros(8)
    for s = 0..7
        x = zeros(64, 64)
        x[:, 24+s..63] = 1
        x[:, 56+s..63] = 0
        w = dtcwt2d(x, w1, w2, 3)
        e[s] = sum(w[2][0,0][0].^2) + sum(w[2][1,0][0].^2) + sum(w[2][0,1][0].^2) + sum(w[2][1,1][0].^2)
    end
    r = (max(e) - min(e))/mean(e)
end
% expect: 1
% expect: 1 16
% expect: 1
% expect: 1 [2,12]
% expect: 1
% expect: 1
% expect: 14 [2,4]
% expect: 1
% expect: 1
% expect: 1
% expect: 11
% expect: 1 40 [2,4]
% expect: 1
