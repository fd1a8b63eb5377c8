% Rows that a loop makes longer are arrays with room in compiled code, and counts.
function [] = grow(n : int)
  r = []
  for i=0..n
    if mod(i,7)==0
      r = [r, i]
    end
  end
  print numel(r), " ", sum(r), " ", type(r), " ", r[3]
  q = [5]
  w = q
  for i=0..n
    if mod(i,7)==0
      q = [q, i, i*i]
      q[0] += 1
    end
  end
  print numel(q), " ", sum(q), " ", type(q), " ", w
  kp = []
  for i=0..n
    for j=0..10
      if mod(i*j,5)==3
        kp = vertcat(kp, [i,j])
      end
    end
  end
  print size(kp), " ", sum(kp), " ", type(kp)
  kp = []
  for i=0..n
    if mod(i*i,5)==4
      kp = vertcat(kp, [i,i*0.5,sin(i)])
    end
  end
  print size(kp), " ", sum(kp), " ", type(kp)
  s = [1.0]
  for i=0..n
    while numel(s) > 0 && s[numel(s)-1] > i*0.5
      s = s[0..numel(s)-2]
    end
    s = [s, mod(i*37,101)]
  end
  print numel(s), " ", sum(s), " ", type(s)
  tot = 0.0
  for i=0..n
    v = []
    for k=0..5
      if mod(i+k,3)==0
        v = [v, i+k]
      end
    end
    if numel(v) > 0
      tot += sum(v)/numel(v) + max(v)
    end
  end
  print tot, " ", numel(v)
  for i=0..n
    v = [1.5, i]
    if i > 3
      v = horzcat(v, i, 2)
    end
    tot += mean(v)
  end
  print tot, " ", v
  e = [1]
  for i=5..3
    e = [e, i]
  end
  print e
  m = [1,2]
  for i=0..2
   m = vertcat(m, [i,i+1], [i,3])
  end
  print size(m), sum(m)
  st = [0]
  steps = 0
  while numel(st) > 0
    t = st[numel(st)-1]
    st = st[0..numel(st)-2]
    steps += 1
    if t < 12
      st = [st, t+1, t+1]
    end
  end
  print steps, " ", numel(st), type(st)
end
grow(50)
grow(1000)

% Names that the row had before keep what they had, and its new elements do not reach them.
a = [1,2]
b = a
for i=0..99
  if i > 90
    a = [a, i*i]
  end
end
print b, " ", numel(a), " ", a[2], " ", type(a)
% What is not there is not read, though there is room for it.
v = [1]
try
  for i=0..99
    v = [v, i]
    s = v[i+2]
  end
catch e
  print e
end
v = [1]
try
  for i=0..99
    v = v[0..numel(v)]
    v = [v, i]
  end
catch e
  print e
end
% Numbers that make the elements others, or are rows or complex numbers, are appended step by step.
w = [1]
for i=0..9
  w = [w, i*0.5]
end
z = [1.0]
for i=0..3
  z = [z, i*1j]
end
k = [1,2]
for i=0..1
  k = [k, [3,4]]
  break
end
m = ones(1,2)
for i=0..3
  m = vertcat(m, [i,i])
end
n = zeros(0,2)
for i=0..3
  n = vertcat(n, [i,i])
end
print type(w), " ", w[2], " ", type(z), " ", size(k), " ", type(m), " ", size(m), " ", type(n), " ", size(n)
% Rows of two loops around, as long as the loops do not know.
c = 0
for i=0..40
  q = [i]
  while numel(q) > 0 && numel(q) < 50
    t = q[numel(q)-1]
    q = q[0..numel(q)-2]
    c += 1
    if t > 0 && mod(c,3) > 0
      q = [q, t-1, floor(t/2)]
    end
  end
end
print c, " ", numel(q)
% Points of an image, with a score.
im = zeros(40,40)
for i=0..39
  for j=0..39
    im[i,j] = mod(i*i*7+j*13+i*j,29)
  end
end
pts = []
score = []
for i=1..38
  for j=1..38
    if im[i,j] >= max(im[i-1..i+1,j-1..j+1])
      pts = vertcat(pts, [i,j])
      score = [score, im[i,j]]
    end
  end
end
print size(pts), " ", sum(pts), " ", sum(score), " ", type(pts), " ", type(score)
% expect: 8 196 vec 21
% expect: 17 7069 vec[int] [5]
% expect: [80,2] 2400 mat[int]
% expect: [20,3] 750.0514 mat
% expect: 8 86 vec
% expect: 2881.5 2
% expect: 3563.125 [1.5,50,50,2]
% expect: [1]
% expect: [7,2]24
% expect: 8191 0vec[int]
% expect: 143 71071 vec 21
% expect: 287 47333434 vec[int] [5]
% expect: [1600,2] 808000 mat[int]
% expect: [400,3] 300000.66 mat
% expect: 902 43387 vec
% expect: 1007506.5 2
% expect: 1258631.9 [1.5,1000,1000,2]
% expect: [1]
% expect: [7,2]24
% expect: 8191 0vec[int]
% expect: [1,2] 11 8281 vec[int]
% expect: index 2 is out of range: 'v' has 2 elements along dimension 0
% expect: index 1 is out of range: 'v' has 1 element along dimension 0
% expect: vec 0.5 cvec [2,2] mat [5,2] mat[int] [4,2]
% expect: 40275 0
% expect: [193,2] 7666 5021 mat[int] vec
