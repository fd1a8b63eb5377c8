% The structure tensor: at each pixel the mean of the products of the gradient with itself in a Gaussian window, a 2 x 2 matrix.
% Its eigenvalues tell flat regions (both small), edges (one large) and corners (both large) apart, its eigenvectors the
% direction along which the image changes least.
% Forstner, Gulch, "A fast operator for detection and precise location of distinct points, corners and centres of circular
% features", 1987; Weickert, "Coherence-enhancing diffusion filtering", IJCV 31, 1999.

% Central differences of a smoothed image: down the rows and along them.
function [dm, dn] = gradient(x : mat'mirror)
    dm = zeros(size(x))
    dn = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            dm[m,n] = (x[m+1,n] - x[m-1,n])/2
            dn[m,n] = (x[m,n+1] - x[m,n-1])/2
        end
    end
end

% coherence: 0 (no direction) to 1 (one direction); angle: of the direction along edges, -pi/2 to pi/2 from the rows; corners:
% the smaller eigenvalue (Shi, Tomasi, "Good features to track", CVPR 1994).
function [coherence : mat, angle : mat, corners : mat] = structure_tensor(x : mat, noise_scale : scalar, window_scale : scalar)
    [dm, dn] = gradient(gaussian_filter(x, noise_scale))
    a = gaussian_filter(dm.*dm, window_scale)
    b = gaussian_filter(dm.*dn, window_scale)
    c = gaussian_filter(dn.*dn, window_scale)
    coherence = zeros(size(x))
    angle = zeros(size(x))
    corners = zeros(size(x))
    function [] = __kernel__ directions(pos : ivec2)
        [v, d] = symeig([[a[pos], b[pos]], [b[pos], c[pos]]])  % ascending: the first column points along the edge
        coherence[pos] = ((d[1] - d[0])/(d[0] + d[1] + 0.0001))^2
        angle[pos] = v[1,0] == 0 ? pi/2 : atan(v[0,0]/v[1,0])
        corners[pos] = d[0]
    end
    parallel_do(size(x), directions)
end

% Rings: the direction of an edge is known at each pixel.
n = 128
x = zeros(n, n)
for i = 0..n-1
    for j = 0..n-1
        x[i,j] = 128 + 100*sin(sqrt((i-n/2)^2 + (j-n/2)^2)/3)
    end
end
tic()
[coherence, angle, corners] = structure_tensor(x, 0.7, 2.0)
print toc() < 60000
% expect: 1

worst = 0.0
for i = 0..n-1
    for j = 0..n-1
        r = sqrt((i-n/2)^2 + (j-n/2)^2)
        if r > 12 && r < 55
            along = [j-n/2, n/2-i]/r  % rows, columns
            off = abs(along[0]*cos(angle[i,j]) - along[1]*sin(angle[i,j]))
            worst = max(worst, off)
        end
    end
end
printf("rings: coherence %.2f, directions off by at most %.2f degrees\n", mean(coherence[80..110,60..68]), rad2deg(asin(worst)))
% expect: rings: coherence 0.98, directions off by at most 0.29 degrees
