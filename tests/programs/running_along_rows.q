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

% Longer lines, more of them than are under way at a time, beside loops; zeros of both signs and NaN.
function y = in_order(x : mat, largest : int)
    y = copy(x)
    for i = 0..size(x,0)-1
        for j = 1..size(x,1)-1
            y[i,j] = largest ? max(y[i,j-1], x[i,j]) : min(y[i,j-1], x[i,j])
        end
    end
end
x = sin(reshape(0..20*301-1, [20,301])*0.7)
x[3,0..4] = [nan, nan, -0.5, nan, 0.25]
x[11,:] = 0
x[11,0..2..300] = -0.0
x[12,:] = nan
same = (a, b) -> sum(a == b && 1./a == 1./b || isnan(a) && isnan(b)) == numel(a)
print same(cummax(x), in_order(x, 1)), same(cummin(x), in_order(x, 0)), same(cummax(transpose(x), 0), transpose(in_order(x, 1)))
% expect: 111
print cummax(x)[3,0..4], " ", 1./cummax(x)[11,0..2], " ", 1./cummin(x)[11,0..2], " ", cummin(x)[12,300]
% expect: [nan,nan,-0.5,-0.5,0.25] [-inf,inf,inf] [-inf,-inf,-inf] nan
