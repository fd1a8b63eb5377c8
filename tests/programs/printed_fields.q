% The array that a record's field holds is a parameter of a printed kernel, under a name of its own.
function [s, m] = of_fields(r, n : int)
    s = 0
    m = 0.0
    for i=0..n-1
        s += r.v[i]*r.factor
        m += r.w[n-1-i]
    end
end
r = object()
r.v = [1,2,3,4]
r.w = [0.5,0.25,2,4]
r.factor = 3
r_v = [9,9,9,9]
[s, m] = of_fields(r, 4)
print s, " ", m, " ", r_v
% expect: 30 6.75 [9,9,9,9]
