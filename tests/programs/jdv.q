% The first program of the published pattern: a sum over an image. sum of mod(3m + 5n, 8) over 512 x 512.
im = zeros(512,512)
for m=0..511
    for n=0..511
        im[m,n] = mod(3*m + 5*n, 8)
    end
end
% loop 11: reduction + total
total = 0.0
#pragma force_parallel
for m=0..511
    for n=0..511
        total += im[m,n]
    end
end
print total
% expect: 917504
