% multirestransforms.q: multiresolution transforms as pairs of functions, [S, S_H] = build_..(..): w = S(x) analyses an image
% into cells of bands, x = S_H(w) puts it together again. lincell(w) gives the bands in order, the low bands last.

% Orthogonal wavelets with the filter h (haar, db1 .. db10, sym4 .. sym8) and J scales: see dwt2d.
function [S, S_H] = build_dwt(h, J : int)
    S = x -> dwt2d(x, h, J)
    S_H = w -> idwt2d(w, h, J)
end

% The dual-tree complex wavelet transform with the filters w1, w2 and J scales: see dtcwt2d; the last four bands are low.
function [S, S_H] = build_dtcwt(w1, w2, J : int)
    S = x -> dtcwt2d(x, w1, w2, J)
    S_H = w -> idtcwt2d(w, w1, w2, J)
end

% The steerable pyramid with K orientations and J scales for images of size [h, w, ..] (spectral_pyramid.q): w[0] holds the highest
% frequencies, w[1+j][k] orientation k of scale j (0 finest, half the extents at every scale), w[J+1] the low band; a tight frame.
function [S, S_H] = build_stp(size, K : int, J : int)
    plan = lib_spectral_plan(size, K, J, true)
    S = x -> lib_spectral_analyse(x, plan)
    S_H = w -> lib_spectral_synthesise(w, plan)
end

% The bandlimited discrete shearlet transform with K orientations and J scales for images of size [h, w, ..] (spectral_pyramid.q): w[j][k]
% is orientation k of scale j, w[J] the low band. Its windows are weighted so that it keeps the energy: a tight frame.
function [S, S_H] = build_energyweighted_dst2d(size, K : int, J : int)
    plan = lib_spectral_plan(size, K, J, false)
    S = x -> lib_spectral_analyse(x, plan)
    S_H = w -> lib_spectral_synthesise(w, plan)
end
