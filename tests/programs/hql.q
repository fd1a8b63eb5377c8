% The second program of the published pattern: four accumulators that are elements of a matrix.
x = zeros(256,2)
y = zeros(256,2)
for i=0..255
    x[i,0] = mod(i,5) - 2
    x[i,1] = mod(i,3)
    y[i,0] = mod(i,7)
    y[i,1] = 1 - mod(i,4)
end
% loop 13: reduction + A[0,0], + A[0,1], + A[1,0], + A[1,1]
A = zeros(2,2)
#pragma force_parallel
for i=0..255        
    A[0,0] += x[i,0]*y[i,0]
    A[0,1] += x[i,0]*y[i,1]
    A[1,0] += x[i,1]*y[i,0]
    A[1,1] += x[i,1]*y[i,1]
end    
print A[0,0], " ", A[0,1], " ", A[1,0], " ", A[1,1]
% expect: -7 6 761 -128
