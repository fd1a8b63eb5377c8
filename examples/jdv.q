% The sum of an image: the pattern that gave this compiler its first loop transform.
im = imread("examples/images/grey.png")
total = 0.0
#pragma force_parallel
for m=0..511
    for n=0..511
        total += im[m,n]
    end
end
print total
% expect: 36303892
% loop 5: reduction + total
