% A comma between statements, also before the end of the line.
a = 1, b = 2
alpha=2*5^2; beta = 2*3^2,
c = alpha
print c, b
% expect: 502
m = mat(2,3,4)
print size(m)
% expect: [2,3,4]
