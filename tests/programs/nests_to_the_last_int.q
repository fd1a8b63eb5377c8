% An inner loop to the last int beside work arrays and sums: the analysis follows its iterations, and counts them as
% they run.
function [n1, s1, l] = f(e, y, a, n : int, m : int)
    n1 = 0
    s1 = -1.0
    k1 = 0
    l = imat(n, m)
    for i=0..3..n-1
        for j=0..min(m-1, 5.5)
            l[i,j] = int(floor(e[3]))*n1
            for tt=9223372036854775805..9223372036854775807
                n1 += int(4*tt) - j
            end
            e[i] = e[i] + (2 - floor(min(a[:,j])))
            if max(y[i+4], 2) >= s1
                s1 = max(y[i+4], 2)
                k1 = i*100 + j
            end
        end
    end
end
for k=1..2
    [n, s, l] = f(zeros(700), 0..700, ones(300,20), 300, 20)
    print n, " ", s, " ", sum(l)
end
% expect: -18900 301 -33924366
% expect: -18900 301 -33924366
