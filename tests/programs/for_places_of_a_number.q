% for [m,n] = a..b with numbers for all of its variables, which rows may be as well.
N = 4
x = zeros(N,N)
for [m,n] = 0..N-1
    x[m,n] = m+n
end
print x
% expect: [0,1,2,3]
% expect: [1,2,3,4]
% expect: [2,3,4,5]
% expect: [3,4,5,6]
lo = 1
for [m,n] = lo..2..N
    x[m-1,n-1] = 9
end
print x
% expect: [9,1,9,3]
% expect: [1,2,3,4]
% expect: [9,3,9,5]
% expect: [3,4,5,6]
y = zeros(8)
for i=0..7
  s = 0
  for [m,n] = 0..i-1
    s += m*n
  end
  y[i] = s
end
print y
% expect: [0,0,1,9,36,100,225,441]
function [] = __kernel__ k(y : vec, n : int, pos : int)
  s = 0
  for [a,b] = 0..n-1
    s += a+b*pos
  end
  y[pos] = s
end
parallel_do(8, y, 3, k)
print y
% expect: [9,18,27,36,45,54,63,72]
w = 2.0
for [m,n] = 0..size(x,0..1)-1
  w += x[m,n]
end
print w
% expect: 78
for [m,n] = [0,1]..w/30
  w += x[m,n]
end
print w
% expect: 105
