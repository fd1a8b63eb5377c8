% Launched over size(y) of an image with channels, a kernel of two dimensions runs for each of them.
% warning Q0302 at 14:1
% warning Q0302 at 16:1
function [] = __kernel__ grey(x : cube, y : cube, pos : ivec2)
    y[pos[0],pos[1],0..2] = mean(x[pos[0],pos[1],0..2])*[1,2,3]
end
function [] = __kernel__ count(z : mat, pos : ivec2)
    z[pos] += 1
end
x = zeros(5,7,3)
x[2,3,:] = [3,6,12]
y = zeros(5,7,3)
z = zeros(5,7)
parallel_do(size(x), x, y, grey)
parallel_do([5,7,1], z, count)
parallel_do([5,7,4], z, count)
print y[2,3,:], " ", sum(y), " ", min(z), " ", max(z)
% expect: [7,14,21] 42 5 5
parallel_do([5,7,100], z, count)
% error Q0302 at 19:1
