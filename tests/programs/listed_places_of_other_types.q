% Elements of another type than the array's are stored at listed places as one by one: rounded, wrapped or saturated.
a = zeros(100)
ix = 99..-1..0
a[ix] = 1..100
print a[0], " ", a[99]
% expect: 100 1
b = uint8(zeros(200))
k = mod((0..199)*7, 200)
b[k] = 0.6 + (0..199)
print b[0], " ", b[7], " ", b[199]
% expect: 0 1 57
b[k] = 300.7*ones(200)
print b[3]
% expect: 255
c = int8(zeros(70))
c[0..69] = 200*ones(70)
print c[5]
% expect: 127
m = a > 50
a[m] = 0..sum(m)-1
print sum(a)
% expect: 2500
z = czeros(80)
z[0..79] = 0..79
z[(0..79)] = 1..80
print z[3]
% expect: 4+0i
try
 a[0..99] = complex(ones(100), ones(100))
catch e
 print e
 % expect: 'a' holds real numbers, a complex one cannot be stored
end
d = true(70)
d[0..69] = 0..69
print sum(d)
% expect: 69
e = zeros(80)
e[mod(0..79, 5)] = 0..79
print e[0..5]
% expect: [75,76,77,78,79,0]
f = int(zeros(3,70))
f[1,:] = 0.5 + (0..69)
print f[1,5]
% expect: 5
f[[0,2],:] = 2.5
print f[0,0], " ", f[2,69]
% expect: 2 2
