% Complex numbers and arrays on the host.
c = [1+2j, 3-1j]
print c, c*c, c .* 2, -c
% expect: [1+2i,3-1i][-3+4i,8-6i][2+4i,6-2i][-1-2i,-3+1i]
print real(c), imag(c), conj(c), abs([3+4j, 5j])
% expect: [1,3][2,-1][1-2i,3+1i][5,5]
print c^2, (1j)^2, (2j)^-1, c[0]*c[1], c[0]/c[1]
% expect: [-3+4i,8-6i]-1+0i0-0.5i5+5i0.1+0.7i
c[1] = 5
c += 1
print c
% expect: [2+2i,6+0i]
print c == [2+2j, 6], " ", c[0] != c[1]
% expect: [1,1] 1
m = [[1, 1j],[-1j, 1]]
print m * m
% expect: [2+0i,0+2i]
% expect: [0-2i,2+0i]
print m[0,:], m[:,0]
% expect: [1+0i,0+1i][ 1+0i]
% expect: [-0-1i]
d : cvec = [1,2]
d[0] = 2j
print d, type(d), " ", type(d[0])
% expect: [0+2i,2+0i]cvec cscalar
try
  r = zeros(2)
  r[0] = 1j
catch e
  print e
end
% expect: 'r' holds real numbers, a complex one cannot be stored
z = 3.0
z += 2j
print z, " ", z * conj(z)
% expect: 3+2i 13+0i
f = x -> x .* 2j
print f([1,2])
% expect: [0+2i,0+4i]
