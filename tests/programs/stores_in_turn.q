% Stores that take turns write an array whole, so that its zeros need not be there before; where a place is left out
% they are. The memory has held other numbers.
function y = spread(x, both : bool)
    y = zeros(2*numel(x))
    if both
        for j = 0..numel(x)-1
            y[2*j] = x[j]
            y[2*j+1] = -x[j]
        end
    else
        for j = 0..numel(x)-1
            y[2*j+1] = x[j]
        end
    end
end
function y = spread_rows(x, end_of : int)
    y = zeros(2*size(x,0), 3*size(x,1))
    for i = 0..size(x,0)-1
        for j = 0..end_of-1
            y[2*i,3*j] = x[i,j]
            y[2*i,3*j+1] = 2*x[i,j]
            y[2*i,3*j+2] = 3*x[i,j]
            y[2*i+1,3*j] = 4*x[i,j]
            y[2*i+1,3*j+1] = 5*x[i,j]
            y[2*i+1,3*j+2] = 6*x[i,j]
        end
    end
end
x = ones(20000)
a = ones(100, 200)
for k = 0..2
    used = 7*ones(40000)
    used = 0
    print(sum(spread(x, true)), " ", sum(spread(x, false)), " ", max(spread(x, false)[0..2..39999]))
    print(sum(spread_rows(a, 200)), " ", sum(spread_rows(a, 150)), " ", max(spread_rows(a, 150)[:,450..599]))
end
% expect: 0 20000 0
% expect: 420000 315000 0
% expect: 0 20000 0
% expect: 420000 315000 0
% expect: 0 20000 0
% expect: 420000 315000 0
