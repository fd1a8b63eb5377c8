% hough.q: straight lines of a mask.

% [H, theta, rho] = hough(mask): H[k,a] pixels [i, j] lie on the line j cos(theta[a]) + i sin(theta[a]) = rho[k], theta in degrees from -90 to 89, rho rounded to whole
% pixels (Duda and Hart 1972).
function [H, theta, rho] = hough(mask : mat)
    [h, w] = size(mask, 0..1)
    last = int(ceil(sqrt(1.0*(h-1)^2 + 1.0*(w-1)^2)))
    theta = -90.0..89.0
    rho = -last..last
    H = transpose(lib_hough_votes(find(mask != 0), theta, last))
end
function y : mat = lib_hough_votes(places : mat[int], theta : vec, last : int)
    y = zeros(numel(theta), 2*last + 1)
    for a = 0..numel(theta)-1
        c = cos(theta[a]*pi/180)
        s = sin(theta[a]*pi/180)
        for k = 0..size(places,0)-1
            y[a, int(floor(places[k,1]*c + places[k,0]*s + 0.5)) + last] += 1
        end
    end
end

% p = houghpeaks(H, n, threshold, [rows, columns]): rows [k, a] of at most n peaks of H, the highest first, of equal ones the first; none below the threshold (half the largest
% vote) and none within rows x columns (odd; a fiftieth of H) around an earlier one; an angle of 90 degrees is -90 degrees with rho turned round.
function p = houghpeaks(H : mat, n : int = 1, threshold : scalar = -1, extents = [])
    [h, w] = size(H, 0..1)
    room = numel(extents) == 0 ? [2*int(ceil(h/100.0)) + 1, 2*int(ceil(w/100.0)) + 1] : extents
    if numel(room) != 2 || mod(int(room[0]), 2) == 0 || mod(int(room[numel(room)-1]), 2) == 0 || n < 1
        error("houghpeaks: 1 peak or more; [rows, columns] around a peak are two odd numbers")
    end
    least = threshold < 0 ? 0.5*max(H) : threshold
    votes = copy(H)
    p = imat(0, 2)
    found = 0
    high = max(votes)
    while found < n && high >= least && high > 0
        at = argmax(reshape(votes, [numel(votes)]))
        k = int(at/w)
        a = at - k*w
        p = vertcat(p, [[k, a]])
        found = found + 1
        lib_clear_peak(votes, k, a, int((room[0]-1)/2), int((room[1]-1)/2))
        high = max(votes)
    end
end
function [] = lib_clear_peak(votes : mat, k : int, a : int, rows : int, columns : int)
    [h, w] = size(votes, 0..1)
    for d = -columns..columns
        for e = -rows..rows
            column = periodize(a + d, w)
            row = a + d < 0 || a + d >= w ? h-1-(k + e) : k + e
            if row >= 0 && row < h
                votes[row, column] = 0
            end
        end
    end
end
