% The 2 x 2 matrix of the products of two-column data: four accumulators that are elements of a matrix, in one pass.
x = zeros(256,2)
y = zeros(256,2)
for i=0..255
    x[i,0] = i/256
    x[i,1] = 1 - i/256
    y[i,0] = mod(i,2)
    y[i,1] = 1
end

A = zeros(2,2)
#pragma force_parallel
for i=0..255
    A[0,0] += x[i,0]*y[i,0]
    A[0,1] += x[i,0]*y[i,1]
    A[1,0] += x[i,1]*y[i,0]
    A[1,1] += x[i,1]*y[i,1]
end
print A
% expect: [   64,127.5]
% expect: [   64,128.5]
