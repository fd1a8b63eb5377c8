% bwmorph.q: masks thinned, cleaned and described pixel by pixel. What is not 0 is set; outside nothing is; results are matrices of 0 and 1.

% y = bwmorph(mask, what, n): n times (1; inf: until nothing changes). "thin": lines of one pixel that keep parts and holes (Guo and Hall 1989); "skel": the same by Zhang and Suen (1984); "clean": without
% single pixels; "fill": single holes filled; "remove": only pixels beside the background (4 neighbours); "majority": 5 of 9 pixels; "spur": without the ends of lines; "endpoints"; "branchpoints": of lines
% of one pixel; "dilate" "erode" "open" "close" "tophat" "bothat": with ones(3,3). y = bwskel(mask): bwmorph(mask, "skel", inf).
function y : mat = bwmorph(mask : mat, what : string, n : scalar = 1)
    y = 1.0*(mask != 0)
    before = y
    match what with
    | "open" -> y = lib_round_of(lib_round_of(y, 7), 6)
    | "close" -> y = lib_round_of(lib_round_of(y, 6), 7)
    | "tophat" -> y = before - lib_round_of(lib_round_of(y, 7), 6)
    | "bothat" -> y = lib_round_of(lib_round_of(y, 6), 7) - before
    | _ ->
        kind = lib_morph_kind(what)
        changed = true
        round = 0
        while changed && round < n
            next = kind < 2 ? lib_skin(lib_skin(y, kind, 0), kind, 1) : lib_round_of(y, kind)
            changed = any(next != y)
            y = next
            round = round + 1
        end
    end
end
function y : mat = bwskel(mask : mat)
    y = bwmorph(mask, "skel", inf)
end
function kind : int = lib_morph_kind(what : string)
    kind = -1
    match what with
    | "thin" -> kind = 0
    | "skel" -> kind = 1
    | "clean" -> kind = 2
    | "fill" -> kind = 3
    | "remove" -> kind = 4
    | "majority" -> kind = 5
    | "dilate" -> kind = 6
    | "erode" -> kind = 7
    | "spur" -> kind = 8
    | "endpoints" -> kind = 9
    | "branchpoints" -> kind = 10
    | _ -> error(sprintf("bwmorph: '%s' is not one of thin, skel, clean, fill, remove, majority, spur, endpoints, branchpoints, dilate, erode, open, close, tophat, bothat", what))
    end
end
% How often the 8 neighbours, one after another around the pixel, go from 0 to 1.
function n : int = __device__ lib_rises(a : int, b : int, c : int, d : int, e : int, f : int, g : int, h : int)
    n = (1-a)*b + (1-b)*c + (1-c)*d + (1-d)*e + (1-e)*f + (1-f)*g + (1-g)*h + (1-h)*a
end
% Half a step of thinning; a..h: the neighbours from above clockwise.
function y : mat = lib_skin(x : mat'safe, kind : int, half : int)
    [m, n] = size(x, 0..1)
    y = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            a = int(x[i-1,j])
            b = int(x[i-1,j+1])
            c = int(x[i,j+1])
            d = int(x[i+1,j+1])
            e = int(x[i+1,j])
            f = int(x[i+1,j-1])
            g = int(x[i,j-1])
            h = int(x[i-1,j-1])
            goes = false
            if kind == 0
                % Parts of the neighbourhood that hang together by 8 neighbours.
                parts = (1-a)*max(b, c) + (1-c)*max(d, e) + (1-e)*max(f, g) + (1-g)*max(h, a)
                pairs = min(max(h, a) + max(b, c) + max(d, e) + max(f, g), max(a, b) + max(c, d) + max(e, f) + max(g, h))
                side = half == 0 ? max(max(a, b), 1-d)*c : max(max(e, f), 1-h)*g
                goes = parts == 1 && pairs >= 2 && pairs <= 3 && side == 0
            else
                count = a + b + c + d + e + f + g + h
                side = half == 0 ? a*c*e == 0 && c*e*g == 0 : a*c*g == 0 && a*e*g == 0
                goes = lib_rises(a, b, c, d, e, f, g, h) == 1 && count >= 2 && count <= 6 && side
            end
            y[i,j] = x[i,j] == 1 && !goes ? 1 : 0
        end
    end
end
function y : mat = lib_round_of(x : mat'safe, kind : int)
    [m, n] = size(x, 0..1)
    y = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            a = int(x[i-1,j])
            b = int(x[i-1,j+1])
            c = int(x[i,j+1])
            d = int(x[i+1,j+1])
            e = int(x[i+1,j])
            f = int(x[i+1,j-1])
            g = int(x[i,j-1])
            h = int(x[i-1,j-1])
            v = int(x[i,j])
            count = a + b + c + d + e + f + g + h
            rises = lib_rises(a, b, c, d, e, f, g, h)
            outside = (i == 0 || i == m-1 ? 3 : 0) + (j == 0 || j == n-1 ? 3 : 0) - ((i == 0 || i == m-1) && (j == 0 || j == n-1) ? 1 : 0)
            match kind with
            | 2 -> y[i,j] = v == 1 && count > 0 ? 1 : 0
            | 3 -> y[i,j] = v == 1 || a + c + e + g == 4 ? 1 : 0
            | 4 -> y[i,j] = v == 1 && a + c + e + g < 4 ? 1 : 0
            | 5 -> y[i,j] = v + count >= 5 ? 1 : 0
            | 6 -> y[i,j] = v + count > 0 ? 1 : 0
            | 7 -> y[i,j] = v == 1 && count + outside == 8 ? 1 : 0
            | 8 -> y[i,j] = v == 1 && !(count == 1 || (rises == 1 && count == 2)) ? 1 : 0
            | 9 -> y[i,j] = v == 1 && (count <= 1 || (rises == 1 && count == 2)) ? 1 : 0
            | _ -> y[i,j] = v == 1 && rises >= 3 ? 1 : 0
            end
        end
    end
end

% n = bweuler(mask, connectivity): parts (8 neighbours, or 4) less holes..
function n : int = bweuler(mask : mat, connectivity : int = 8)
    [parts, count] = bwlabel(mask, connectivity)
    holes = imclearborder(1.0*(mask == 0), connectivity == 8 ? 4 : 8)
    [label, inside] = bwlabel(holes, connectivity == 8 ? 4 : 8)
    n = int(count) - int(inside)
end
