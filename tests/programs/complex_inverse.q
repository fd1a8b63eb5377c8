% Inverse functions of complex numbers: host code and loops give the same bits; values computed with NumPy.
q = [2+1j, 0.3-2j, 1.5+0.2j, -2+1j, 0.5+0.5j, 0.2-3j, 1+1j, 2-3j, complex(2,0), complex(2,0), complex(-2,0), complex(-2,-0.0)]
w = [asin(2+1j), acos(0.3-2j), atan(1.5+0.2j), asinh(-2+1j), acosh(0.5+0.5j), atanh(0.2-3j), tan(1+1j), tanh(2-3j), asin(complex(2,0)), atanh(complex(2,0)), acosh(complex(-2,0)), asin(complex(-2,-0.0))]
expected = [1.06344002+1.46935174j, 1.43719419+1.45164903j, 0.98844719+0.06109249j, -1.52857092+0.42707858j, 0.53063753+1.11851788j, _
  0.01993087-1.25024194j, 0.27175259+1.08392333j, 0.96538588+0.00988438j, 1.57079633+1.3169579j, 0.54930614+1.57079633j, _
  1.3169579+3.14159265j, -1.57079633-1.3169579j]
print max(abs(w - expected)) < 1e-6
% expect: 1
z = czeros(12)
for i = 0..11
  u = q[i]
  z[i] = i==0 || i==8 || i==11 ? asin(u) : i==1 ? acos(u) : i==2 ? atan(u) : i==3 ? asinh(u) : i==4 || i==10 ? acosh(u) : i==6 ? tan(u) : i==7 ? tanh(u) : atanh(u)
end
print max(abs(z - w))
% expect: 0
k = czeros(12)
parallel_do(12, __kernel__ (pos : int) -> k[pos] = asinh(q[pos]) + tan(q[pos]))
print max(abs(k - (asinh(q) + tan(q))))
% expect: 0
