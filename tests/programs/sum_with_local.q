% A value computed once for each kept iteration is read inside the sum.
function y = shifted(x, mid, d)
    y = zeros(4)
    for i = 0..3
        q = d*i
        total = 0.0
        for m = 0..1
            total += (q < mid ? 1.0 : 10.0)*x[i]
        end
        y[i] = total + q
    end
end
print shifted([1,2,3,4], 2, 1)
print shifted([1,2,3,4], 3, 2)
% expect: [2,5,62,83]
% expect: [2,6,64,86]
