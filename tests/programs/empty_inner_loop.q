% A sum over no elements: what stands before and after the inner loop runs all the same.
function l = halves(a, n)
    l = zeros(4)
    for i = 0..3
        t = a[i]*1.0
        for k = 0..n-1
            t = t - a[k]
        end
        l[i] = t/2.0
    end
end
print halves([1,2,3,4], 0)
print halves([1,2,3,4], 1)
print halves([1,2,3,4], 2)
% expect: [0.5,1,1.5,2]
% expect: [0,0.5,1,1.5]
% expect: [-1,-0.5,0,0.5]
