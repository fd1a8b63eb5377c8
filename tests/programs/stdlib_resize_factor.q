% A factor gives ceil(factor*extent) pixels, pixel i at (i+1/2)/factor - 1/2 of the image as MATLAB has them; [h, w] stretches the image over so many.
near = (a, b) -> numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 1e-5
x = [0,10,20,30,40]
print imresize(x, 0.5, "nearest"), near(imresize(x, 0.5), [5,25,40]), size(imresize(ones(3,3), 0.25)), size(imresize(ones(30,70), 0.1)), size(imresize(ones(7,9), 1.5))
print near(imresize(x, 1.5)[0,:], max(min(10*(((0..7)+0.5)/1.5 - 0.5), 40), 0)), near(imresize(x, [1,3]), 10*(((0..2)+0.5)*5/3 - 0.5))
print near(imresize(x, 1.5, "nearest")[0,:], min(10*floor(((0..7)+0.5)/1.5), 40)), near(imresize(complex(x, x), 0.5), complex([5,25,40], [5,25,40]))
% expect: [10,30,40]1[1,1][3,7][11,14]
% expect: 11
% expect: 11
