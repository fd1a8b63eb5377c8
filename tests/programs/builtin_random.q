% Random numbers repeat with their seed, lie where they should, and have the moments that they should.
seed(7)
a = rand(200, 100)
b = randn(20000)
seed(7)
print max(max(abs(a - rand(200, 100)))), " ", max(abs(b - randn(20000)))
% expect: 0 0
print min(min(a)) >= 0, " ", max(max(a)) < 1, " ", abs(mean(mean(a)) - 0.5) < 0.01
% expect: 1 1 1
print abs(mean(b)) < 0.03, " ", abs(mean(b.*b) - 1) < 0.05
% expect: 1 1
[v, i] = sort([3, 1, 2, 1])
print v, " ", i
% expect: [1,1,2,3] [1,3,2,0]
