% radon.q: projections of images and images from projections. Angles are degrees, counterclockwise from the rows' direction; places along a projection are counted from the
% image's centre, pixel [floor((h-1)/2), floor((w-1)/2)], y upwards.

% [r, places] = radon(x, angles = 0..179): a column an angle: r[k,a], the sum of x over the line of places[k] = j cos + i sin. Each pixel is four of a quarter, whose weight
% goes to the two nearest places.
function [r, places] = radon(x : mat, angles = 0..179)
    last = lib_projection_reach(size(x,0), size(x,1))
    places = -last..last
    r = transpose(lib_projections(1.0*x, reshape(1.0*angles, [numel(angles)]), last))
end
function last : int = lib_projection_reach(h : int, w : int)
    last = int(ceil(sqrt(1.0*(h - floor((h-1)/2) - 1)^2 + 1.0*(w - floor((w-1)/2) - 1)^2))) + 1
end
% Angle by angle: each has its own row, pixels are added to it in order.
function r : mat = lib_projections(x : mat, angles : vec, last : int)
    [h, w] = size(x, 0..1)
    r = zeros(numel(angles), 2*last + 1)
    for a = 0..numel(angles)-1
        c = cos(angles[a]*pi/180)
        s = sin(angles[a]*pi/180)
        {!serial for}
        for i = 0..h-1
            for j = 0..w-1
                value = x[i,j]/4
                if value != 0
                    middle = (j - int((w-1)/2))*c - (i - int((h-1)/2))*s + last
                    for k = 0..3
                        place = middle + (k < 2 ? -0.25 : 0.25)*c + (mod(k, 2) == 0 ? -0.25 : 0.25)*s
                        low = int(floor(place))
                        part = place - low
                        r[a,low] += value*(1 - part)
                        r[a,low+1] += value*part
                    end
                end
            end
        end
    end
end

% x = iradon(r, angles, interpolation, filter, scale, n): the image of n x n pixels (by default as many as have those projections) by filtered back projection: the ramp filter,
% limited to the band of the samples (Kak and Slaney 1988), then "linear" interpolation or the "nearest" sample. filter: "ram-lak" (also "ramp"), "shepp-logan", "cosine",
% "hamming", "hann" or "none", squeezed into the frequencies below `scale` times the highest.
function x : mat = iradon(r : mat, angles, interpolation : string = "linear", filter : string = "ram-lak", scale : scalar = 1, n : int = 0)
    if numel(angles) != size(r,1)
        error(sprintf("iradon: %d angles for %d projections; the columns of r are the projections", numel(angles), size(r,1)))
    end
    if interpolation != "linear" && interpolation != "nearest"
        error(sprintf("iradon: the interpolation '%s' is not one of linear, nearest", interpolation))
    end
    if scale <= 0 || scale > 1
        error(sprintf("iradon: scale %g; it is above 0 and 1 at most", scale))
    end
    side = n > 0 ? n : 2*int(floor(size(r,0)/(2*sqrt(2.0))))
    filtered = lib_ramp_filtered(transpose(1.0*r), lower(filter), scale)
    x = lib_back_projected(filtered, reshape(1.0*angles, [numel(angles)]), side, interpolation == "nearest" ? 1 : 0)*(pi/(2*numel(angles)))
end
% Rows times the ramp, twice the frequency: the spectrum of its samples, 1/4 in the middle and -1/(pi k)^2 at odd k, so that the mean is kept.
function y : mat = lib_ramp_filtered(r : mat, filter : string, scale : scalar)
    [count, m] = size(r, 0..1)
    whole = max(64, nextpow2(2*m))
    ramp = zeros(whole)
    ramp[0] = 0.25
    for k = 1..2..int(whole/2)-1
        ramp[k] = -1/(pi*k)^2
        ramp[whole-k] = ramp[k]
    end
    weight = filter == "none" ? ones(whole) : 2*real(fft1(ramp))
    [mean_weight, cosine_weight] = [1.0, 0.0]
    match filter with
    | "hamming" -> [mean_weight, cosine_weight] = [0.54, 0.46]
    | "hann" -> [mean_weight, cosine_weight] = [0.5, 0.5]
    | _ -> mean_weight = 1.0
    end
    if sum(0.0 + [filter == "ramp", filter == "ram-lak", filter == "shepp-logan", filter == "cosine", filter == "hamming", filter == "hann", filter == "none"]) == 0
        error(sprintf("iradon: the filter '%s' is not one of ram-lak, shepp-logan, cosine, hamming, hann, none", filter))
    end
    shape = filter == "shepp-logan" ? 1 : (filter == "cosine" ? 2 : 0)
    for k = 0..whole-1
        f = 2.0*min(k, whole-k)/(whole*scale)
        part = shape == 1 ? sinc(f/2) : (shape == 2 ? cos(pi*f/2) : mean_weight + cosine_weight*cos(pi*f))
        weight[k] = f > 1 ? 0.0 : weight[k]*part
    end
    long = zeros(count, whole)
    long[:,0..m-1] = r
    y = real(ifft1(fft1(long).*reshape(weight, [1, whole])))[:,0..m-1]
end
function x : mat = lib_back_projected(r : mat'safe, angles : vec, n : int, nearest : int)
    x = zeros(n, n)
    c = cos(angles*pi/180)
    s = sin(angles*pi/180)
    centre = int((size(r,1)-1)/2)
    for i = 0..n-1
        for j = 0..n-1
            total = 0.0
            for a = 0..numel(angles)-1
                place = (j - int((n-1)/2))*c[a] - (i - int((n-1)/2))*s[a] + centre
                place = nearest == 1 ? floor(place + 0.5) : place
                low = int(floor(place))
                part = place - low
                total += (1 - part)*r[a,low] + part*r[a,low+1]
            end
            x[i,j] = total
        end
    end
end

% x = phantom(n): the head of Shepp and Logan with the contrasts of Toft 1996.
function x : mat = phantom(n : int = 256)
    e = [[1,0.69,0.92,0,0,0],[-0.8,0.6624,0.874,0,-0.0184,0],[-0.2,0.11,0.31,0.22,0,-18],[-0.2,0.16,0.41,-0.22,0,18],[0.1,0.21,0.25,0,0.35,0],
         [0.1,0.046,0.046,0,0.1,0],[0.1,0.046,0.046,0,-0.1,0],[0.1,0.046,0.023,-0.08,-0.605,0],[0.1,0.023,0.023,0,-0.606,0],[0.1,0.023,0.046,0.06,-0.605,0]]
    x = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            p = (2.0*j - (n-1))/(n-1)
            q = -(2.0*i - (n-1))/(n-1)
            total = 0.0
            for k = 0..9
                c = cos(e[k,5]*pi/180)
                s = sin(e[k,5]*pi/180)
                u = (p - e[k,3])*c + (q - e[k,4])*s
                v = (q - e[k,4])*c - (p - e[k,3])*s
                total += (u/e[k,1])^2 + (v/e[k,2])^2 <= 1 ? e[k,0] : 0.0
            end
            x[i,j] = total
        end
    end
end
