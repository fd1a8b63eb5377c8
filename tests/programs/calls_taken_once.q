% Calls that give the same in every iteration are taken when the loop is reached, and only where nothing in the loop can change
% what they are given.
function y = centred(x)
 y = zeros(size(x,0), size(x,1))
 for m=0..size(x,0)-1
  for n=0..size(x,1)-1
   y[m,n] = (x[m,n]-min(x))/(max(x)-min(x))
  end
 end
end
function [] = put(a, i, v)
 a[i] = v
end
function y = twice(a)
 y = zeros(2)
 y[0] = 2*a
 y[1] = a
end

n = 200
v = zeros(n)
{!interpreted for}
for i=0..n-1
 v[i] = mod(i*37,101)-50
end
im = reshape(v, [20,10])

% as the whole-array statements give
y = centred(im)
print "map ", max(abs(y - (im-min(im))/(max(im)-min(im)))) == 0
% expect: map 1

% of expressions, of slices, under conditions, in a reduction, as one sum
s = 0.0
t = 0
for i=0..n-1
 s += v[i]*sum(v.*v)
 if v[i] > mean(v[0..99])
  t += 1
 end
end
print "reduction ", s == sum(v*sum(v.*v)), " ", t == sum(v > mean(v[0..99]))
% expect: reduction 1 1

% elements of what a function makes
q = zeros(n)
for i=0..n-1
 q[i] = sort(v)[i] - cumsum(v)[i]
end
print "elements ", max(abs(q - (sort(v)-cumsum(v)))) == 0
% expect: elements 1

% arrays in records and cells
p = object()
p.image = im
c = `im, 2*im'
z = zeros(20,10)
for i=0..19
 for j=0..9
  z[i,j] = im[i,j]/max(p.image) + min(c[1])
 end
end
print "records ", max(abs(z - (im/max(im)+min(2*im)))) == 0
% expect: records 1

% what the loop writes to, under its own name, another one, and inside a function
a = copy(v)
for i=0..n-1
 a[i] = a[i]+max(a)
end
print "own name ", a[0], " ", a[1], " ", a[n-1]
% expect: own name 0 37 2586
a = copy(v)
b = a
for i=0..n-1
 b[i] = a[i]+max(a)
end
print "other name ", a[0], " ", a[1], " ", b[n-1]
% expect: other name 0 37 2586
a = copy(v)
for i=0..n-1
 put(a, i, sum(a))
end
print "function ", a[0], " ", a[1], " ", a[2]
% expect: function 9 68 149
p.image = copy(v)
a = p.image
for i=0..n-1
 a[i] = max(p.image)+1
end
print "record ", a[0], " ", a[n-1]
% expect: record 51 250
a = copy(v)
w = a
for i=0..n-1
 w = a
 w[i] = max(a)+1
end
print "name given ", a[0], " ", a[n-1]
% expect: name given 51 250
a = copy(v)
for i=0..n-1
 d = max(a)
 if i == 2
  a = a*2
 end
 q[i] = d
end
print "given anew ", q[0], " ", q[2], " ", q[3], " ", q[n-1]
% expect: given anew 50 50 100 100

% functions that make what they write
e = zeros(n)
for i=0..n-1
 e[i] = sum(twice(v[i])) - min(v)
end
print "makes ", max(abs(e - (3*v-min(v)))) == 0
% expect: makes 1

% a function of the program by the name of one of the library
function y = norm(x)
 y = x[0]
end
for i=0..n-1
 e[i] = norm(v)
end
print "own function ", e[0], " ", e[n-1]
% expect: own function -50 -50

% a call that no iteration reaches fails nowhere
h = zeros(8,9)
for i=0..n-1
 if v[i] > 1000
  e[i] = sum(h[9,:])
 else
  e[i] = sum(h[7,:])
 end
end
print "not reached ", max(abs(e))
% expect: not reached 0

% functions that write to what they are given, behind lambdas, in records and cells, in what a function value captured
function [] = raise(a, i)
 a[i] = 1000+i
end
function h = maker()
 g = raise
 h = (a, i) -> g(a, i)
end
f = (a, i) -> raise(a, i)
a = copy(v)
for i=0..n-1
 f(a, i)
 q[i] = max(a)
end
print "behind a lambda ", q[0], " ", q[n-1]
% expect: behind a lambda 1000 1199
p.change = raise
a = copy(v)
for i=0..n-1
 p.change(a, i)
 q[i] = max(a)
end
print "of a record ", q[0], " ", q[n-1]
% expect: of a record 1000 1199
k = `raise'
a = copy(v)
for i=0..n-1
 k[0](a, i)
 q[i] = max(a)
end
print "of a cell ", q[0], " ", q[n-1]
% expect: of a cell 1000 1199
h = maker()
a = copy(v)
for i=0..n-1
 h(a, i)
 q[i] = max(a)
end
print "captured ", q[0], " ", q[n-1]
% expect: captured 1000 1199
a = copy(v)
for i=0..n-1
 q[i] = max(a) + 0*atomic_add(a[i], 100)
end
print "atomic ", q[0], " ", q[n-1]
% expect: atomic 50 150
