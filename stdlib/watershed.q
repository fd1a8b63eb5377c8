% watershed.q: catchment basins of a grey image.

% label = watershed(x, connectivity): the basins of the regional minima, numbered from 1 in the order of the minima's first pixels; 0 on the lines that part them. Pixels are
% flooded by rising value, of equal ones those first that were reached first; one between two basins is a line (Meyer 1991). connectivity: 8 (the default) or 4 neighbours.
function label : mat = watershed(x : mat, connectivity : int = 8)
    lib_check_connectivity(connectivity, "watershed")
    [h, w] = size(x, 0..1)
    [basins, n] = bwlabel(imregionalmin(x, connectivity), connectivity)
    label = 1.0*basins
    if h*w > 0
        lib_flood_once(1.0*x, label, connectivity == 4 ? 2 : 1, ivec(h*w), vec(h*w), ivec(h*w))
        label = max(label, 0)
    end
end
% The flood in a loop of one iteration, so that it is compiled.
function [] = lib_flood_once(x : mat, label : mat, step : int, place : vec[int], value : vec, time : vec[int])
    {!serial for}
    for once = 0..0
        lib_flood(x, label, step, place, value, time)
    end
end
% label: 0 not reached, -1 waiting, -2 line. The heap's items are places with their values and times of arrival; children of item k are 2k+1 and 2k+2.
function [] = __device__ lib_flood(x : mat'unchecked, label : mat'unchecked, step : int, place : vec[int]'unchecked, value : vec'unchecked, time : vec[int]'unchecked)
    [h, w] = size(x, 0..1)
    count = 0
    clock = 0
    for seed = 0..h*w-1
        if label[seed] > 0
            [count, clock] = lib_reach_neighbours(x, label, seed, step, place, value, time, count, clock)
        end
    end
    while count > 0
        at = place[0]
        count = count - 1
        lib_heap_settle(place, value, time, count)
        i = int(at/w)
        j = at - i*w
        basin = 0.0
        for k = step-1..step..7
            r = i + lib_row_step(k)
            c = j + lib_column_step(k)
            if r >= 0 && r < h && c >= 0 && c < w
                other = label[r,c]
                if other > 0
                    basin = basin == 0 || basin == other ? other : -2.0
                end
            end
        end
        label[i,j] = basin
        if basin > 0
            [count, clock] = lib_reach_neighbours(x, label, at, step, place, value, time, count, clock)
        end
    end
end
function [n : int, t : int] = __device__ lib_reach_neighbours(x : mat'unchecked, label : mat'unchecked, at : int, step : int, place : vec[int]'unchecked, value : vec'unchecked, time : vec[int]'unchecked, count : int, clock : int)
    [h, w] = size(x, 0..1)
    n = count
    t = clock
    i = int(at/w)
    j = at - i*w
    for k = step-1..step..7
        r = i + lib_row_step(k)
        c = j + lib_column_step(k)
        if r >= 0 && r < h && c >= 0 && c < w
            if label[r,c] == 0
                label[r,c] = -1
                lib_heap_put(place, value, time, n, r*w + c, x[r,c], t)
                n = n + 1
                t = t + 1
            end
        end
    end
end
% A new item rises from the end.
function [] = __device__ lib_heap_put(place : vec[int]'unchecked, value : vec'unchecked, time : vec[int]'unchecked, count : int, p : int, v : scalar, t : int)
    k = count
    rising = true
    while rising && k > 0
        above = int((k-1)/2)
        rising = v < value[above]
        if rising
            place[k] = place[above]
            value[k] = value[above]
            time[k] = time[above]
            k = above
        end
    end
    place[k] = p
    value[k] = v
    time[k] = t
end
% The item behind the last of `count` ones sinks from the top.
function [] = __device__ lib_heap_settle(place : vec[int]'unchecked, value : vec'unchecked, time : vec[int]'unchecked, count : int)
    p = place[count]
    v = value[count]
    t = time[count]
    k = 0
    sinking = count > 0
    while sinking
        child = 2*k + 1
        if child + 1 < count
            if value[child+1] < value[child] || (value[child+1] == value[child] && time[child+1] < time[child])
                child = child + 1
            end
        end
        sinking = false
        if child < count
            sinking = value[child] < v || (value[child] == v && time[child] < t)
        end
        if sinking
            place[k] = place[child]
            value[k] = value[child]
            time[k] = time[child]
            k = child
        end
    end
    place[k] = p
    value[k] = v
    time[k] = t
end
