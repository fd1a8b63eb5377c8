% Sobel edges: two derivatives, their length, and how much of the image is edge.
function [] = __kernel__ sobel(x : mat'mirror, edges : mat'unchecked, angle : mat'unchecked, pos : ivec2)
    dx = 0.0
    dy = 0.0
    for k = -1..1
        w = k == 0 ? 2 : 1
        dx += w*(x[pos + [k,1]] - x[pos + [k,-1]])
        dy += w*(x[pos + [1,k]] - x[pos + [-1,k]])
    end
    edges[pos] = sqrt(dx*dx + dy*dy)
    angle[pos] = atan2(dy, dx)
end

im = imread("examples/images/grey.png")
x = im[:,:,0]
edges = zeros(size(x))
angle = zeros(size(x))
parallel_do(size(x), x, edges, angle, sobel)

strongest = 0.0
at : ivec2 = [0,0]
for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
        if edges[m,n] > strongest
            strongest = edges[m,n]
            at = [m,n]
        end
    end
end
printf("mean %.4f, strongest %.4f\n", mean(edges), strongest)
print "at ", at
print sum(edges > 100), " edge pixels"
% expect: mean 14.1742, strongest 465.1021
% expect: at [253,411]
% expect: 3668 edge pixels
