% immedfilt.q: the median of a square neighbourhood.

% y = immedfilt(x, r, mode): each pixel the median of the (2r+1) x (2r+1) pixels around it, channel by channel. Outside the
% image its mirror image is taken unless `mode` says otherwise ("zero", "circular", "clamped").
function y = immedfilt(x, r : int = 1, mode = "mirror")
    y = lib_with_rank(lib_rank_filter(lib_as_cube(x), r, lib_boundary_mode(mode)), lib_rank(x))
end

% The middle one of (2r+1)^2 pixels is the value below which at most half of them lie; it is searched for among them, which
% needs no memory for a sorted copy.
function y = lib_rank_filter(x, r : int, mode : int)
    h = size(x,0)
    w = size(x,1)
    channels = size(x,2)
    y = zeros(h, w, channels)
    side = 2*r + 1
    middle = int((side*side - 1)/2)
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..channels-1
                best = 0.0
                for a = 0..side*side-1
                    p = lib_outside(i + int(a/side) - r, h, mode)
                    q = lib_outside(j + mod(a, side) - r, w, mode)
                    v = p >= 0 && q >= 0 ? x[max(p,0), max(q,0), c]*1.0 : 0.0
                    less = 0
                    same = 0
                    for b = 0..side*side-1
                        s = lib_outside(i + int(b/side) - r, h, mode)
                        t = lib_outside(j + mod(b, side) - r, w, mode)
                        u = s >= 0 && t >= 0 ? x[max(s,0), max(t,0), c]*1.0 : 0.0
                        less += u < v ? 1 : 0
                        same += u == v ? 1 : 0
                    end
                    if less <= middle && less + same > middle
                        best = v
                    end
                end
                y[i,j,c] = best
            end
        end
    end
end
