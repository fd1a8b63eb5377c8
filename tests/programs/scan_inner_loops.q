% A running value that an inner loop updates and tests: the first pass of a scan runs what the updates need and nothing else, which
% could fail where the running value is not known yet.
function [ti, s1] = f(t : vec, z : vec, n : int, m : int)
    s1 = 0.0
    ti = 0
    for i=0..n-1
        ti = 3
        for k=0..m-1
            ti = (s1 <= 1.0 ? (t[i] > 0 ? 100 : 200) : 1) + ti
            s1 = 1.0 + s1
        end
        z[i] = s1
    end
end
z = zeros(3000)
[a, b] = f(ones(1), z, 3000, 2)
print a, " ", b, " ", z[1], " ", z[2999]
% expect: 5 6000 4 6000
