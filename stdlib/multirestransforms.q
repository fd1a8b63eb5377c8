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
