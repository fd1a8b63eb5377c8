% Rows that grow in loops that count down, in fractions, and by steps that are variables.
g = []
for i = 199..-1..0
    g = [g, i]
end
print numel(g), " ", g[0..3], g[199]
% expect: 200 [199,198,197,196]0
h = []
for x = 0..0.25..60
    h = [h, x]
end
print numel(h), " ", h[240]
% expect: 241 60
step = -3
v = []
m = []
for i = 300..step..0
    if mod(i, 2) == 0
        v = [v, i]
        m = vertcat(m, [i, -i])
    end
end
print numel(v), " ", v[50], " ", size(m,0), m[50,1]
% expect: 51 0 510
all = []
for k = 1..3
    for i = 99..-1..0
        all = [all, i*k]
    end
end
print numel(all), " ", all[200..202]
% expect: 300 [297,294,291]
