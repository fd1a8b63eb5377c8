% The boundary mode belongs to the variable.
x : vec'circular = [10.0, 20.0, 30.0]
y : vec'mirror = [10.0, 20.0, 30.0]
z : vec'clamped = [10.0, 20.0, 30.0]
s : vec'safe = [10.0, 20.0, 30.0]
print x[-1], " ", x[4], " ", y[-1], " ", y[3], " ", z[-5], " ", z[9], " ", s[3]
% expect: 30 20 20 30 10 30 0
t = 0.0
for i=-3..5
    t += x[i]
end
print t
% expect: 180
