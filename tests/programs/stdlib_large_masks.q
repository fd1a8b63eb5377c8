% Large masks that are a product of a column and a row are applied in two passes, others as they stand: the numbers agree.
function e = difference(x, u, v, shape)
    m = transpose(u)*v
    other = copy(m)
    other[1,2] += 1           % no product any more
    one = zeros(size(m))
    one[1,2] = 1
    e = max(abs(conv2(x, m, shape) + conv2(x, one, shape) - conv2(x, other, shape)))
end
seed(9)
x = round(255*rand(80,90))
u = [1,3,-2,5,4,1,2,-1.0]
for v = `[2.0,1,-3,1,4,2,7], [1.0,2,3,0,-3,-2,-1,4], [0.0,1,2,4,0,1,1,3,2]'
    for shape = ["full", "same", "valid"]
        print difference(x, u, v, shape) < 0.05, " ", size(conv2(x, transpose(u)*v, shape))
    end
end
% expect: 1 [87,96]
% expect: 1 [80,90]
% expect: 1 [73,84]
% expect: 1 [87,97]
% expect: 1 [80,90]
% expect: 1 [73,83]
% expect: 1 [87,98]
% expect: 1 [80,90]
% expect: 1 [73,82]
z = x + 1j*fliplr(x)
g = fspecial("gaussian", [9,9], 1.5)
print max(abs(filter2(g, z) - imfilter(z, g))) < 1e-3
% expect: 1
print max(abs(conv2(int(x), ones(7,7), "same") - imfilter(x, ones(7,7)))) == 0
% expect: 1
