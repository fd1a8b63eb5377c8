% Running values go along the rows where no dimension is said; a column is one line.
x = zeros(4,5)
for i=0..3
    for j=0..4
        x[i,j] = mod((5*i + j)*7, 11)
    end
end
r = cumsum(x)
print sum(r), " ", r[2,:], " ", sum(r != cumsum(x, 1)), " ", cumsum(x, 0)[3,:]
% expect: 267 [4,4,11,14,24] 0 [12,18,24,19,25]
print cummax(x)[1,:], " ", sum(cumprod(x) != cumprod(x, 1)), " ", sum(cummin(x) != cummin(x, 1))
% expect: [2,9,9,9,9] 0 0
print transpose(cumsum(x[:,1..1])), " ", cumsum([1,2,3])
% expect: [ 7,16,16,18] [1,3,6]

% Sums over 3 x 3 windows by differences of running sums, the rows by way of the transpose.
function y = difference(s : mat, n : int)
    y = zeros(size(s))
    y[:,0..n-2] = s[:,1..n-1]
    y[:,n-1] = s[:,n-1]
    y[:,2..n-1] = y[:,2..n-1] - s[:,0..n-3]
end
box = difference(cumsum(x), 5)
box = transpose(difference(cumsum(transpose(box)), 4))
print box
% expect: [18,26,35,33,25]
% expect: [22,37,45,53,38]
% expect: [23,44,41,49,28]
% expect: [12,28,26,35,19]
