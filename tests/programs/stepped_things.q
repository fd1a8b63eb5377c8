% Records, cells, texts and calls with several outputs in code that is stepped: each is made, stored and read where it stands.

% A list of records that are made in a loop, and one with so many fields that they are found by their names' hashes.
head = nullptr
for k = 0..9
  node = object()
  node.value = mod(k*37, 101)
  node.next = head
  node.value += k
  head = node
end
s = 0
p = head
while p != nullptr
  s = s*3 + p.value
  p = p.next
end
print s
% expect: 1622688
table = object()
for k = 0..199
  name = "n" + mod(k*7, 40)
  if isfield(table, name)
    table[name] = table[name] + k
  else
    table[name] = k
  end
end
names = fieldnames(table)
print numel(names), " ", names[0], names[13], " ", table.n0, " ", table.n39, " ", isfield(table, "n40"), isfield(table, "n17")
% expect: 40 n0n11 400 485 01
other = copy(table)
other["n40"] = 1
other.n0 = 2
print isfield(table, "n40"), isfield(other, "n40"), " ", table.n0, " ", other.n0, " ", numel(fieldnames(other))
% expect: 01 400 2 41

% Records in records and cells; a record is a reference, an array as well, a value of a plain class is not.
type pair : class
  a : int
  b : int
end
rows = cell(3)
x = pair(a:=1, b:=2)
for k = 0..2
  r = object()
  r.at = k
  r.list = [k, k + 1]
  r.pair = x
  rows[k] = r
  x.a = x.a + 10
end
for k = 0..2
  rows[k].list[0] = rows[k].list[0] + 100
  rows[k].at = rows[mod(k + 1, 3)]
  rows[k].pair.b += k
end
first = rows[0]
first.list[1] -= 5
print rows[0].list, rows[1].list, rows[2].at.list, " ", rows[0].pair.a, rows[1].pair.a, rows[2].pair.b, " ", x.a, " ", rows[0].at.at.list[0]
% expect: [100,-4][101,2][100,-4] 1114 31 102

% Cells: items are stored, taken and swapped; c = [c, x] grows; a cell may hold itself.
c = []
for k = 0..5
  r = object()
  r.k = mod(5*k, 6)
  c = [c, r]
end
for i = 0..4
  for j = 0..4-i
    if c[j].k > c[j+1].k
      t = c[j]
      c[j] = c[j+1]
      c[j+1] = t
    end
  end
end
order = ""
for i = 0..5
  order = order + c[i].k
end
d = cell(2)
for k = 0..1
  d[k] = d
  d = [d, "x", k]
end
print order, " ", numel(d), " ", numel(d[0]), " ", numel(d[1])
% expect: 012345 6 2 4

% Texts: parts are joined, letters taken and compared, variables that hold one share nothing.
text = "abc"
joined = ""
copyof = text
for k = 0..5
  letter = text[mod(k, 3)]
  joined = joined + letter + k + (letter == "b" ? "!" : "")
  text = text + letter
  joined += letter + "-"
  both = joined + joined
end
print text, " ", copyof, " ", joined, " ", numel(both)
% expect: abcabcabc abc a0a-b1!b-c2c-a3a-b4!b-c5c- 52
word = "x"
for k = 0..2
  word = word + word + "y"
end
print word
% expect: xxyxxyyxxyxxyyy

% Several outputs, some of which are arrays, records and texts.
function [q, r, name] = divided(a, b)
  q = int(a/b)
  r = mod(a, b)
  name = sprintf("%d", q)
end
function [v, rest] = taken(v)
  if numel(v) < 2
    rest = []
    return
  end
  rest = v[1..numel(v)-1]
  v = v[0]
end
total = ""
left = [3, 1, 4, 1, 5]
for k = 1..4
  [q, r, name] = divided(17*k, 5)
  total = total + name + ":" + r + ";"
  [left, r] = taken(left)
  total = total + left + ";"
  left = r
end
print total, " ", left
% expect: 3:2;3;6:4;1;10:1;4;13:3;1; [5]
function t = insert(t, key)
  if t == nullptr
    t = object()
    t.key = key
    t.left = nullptr
    t.right = nullptr
    t.n = 1
  elseif key < t.key
    t.left = insert(t.left, key)
  elseif key > t.key
    t.right = insert(t.right, key)
  else
    t.n += 1
  end
end
function s = walk(t)
  s = ""
  if t != nullptr
    s = walk(t.left) + t.key + (t.n > 1 ? "*" : "") + " " + walk(t.right)
  end
end
root = nullptr
for k = 0..19
  root = insert(root, mod(k*k*3, 23))
end
print walk(root)
% expect: 0 1* 2* 3 4 6* 8* 9* 12 13* 16* 18* 

% A declared variable converts, a boundary mode stays with its name, what is wrong has its line.
function y = converted(n)
  y = 0
  for k = 0..n
    m : int = 0
    m = k*0.75
    y = y + m
  end
end
A : vec'circular = [1, 2, 3]
B = [4, 5, 6]
sum3 = 0
for k = 0..1
  A = B
  sum3 = sum3 + A[4]
  e = object()
  e.a = A
end
print converted(5), " ", sum3
% expect: 9 10
function [] = wrong(r, k)
  while k > 0
    k = k - 1
    r.count = r.cuont + 1
  end
end
try
  wrong(table, 3)
catch e
  print e
end
% expect: there is no field 'cuont'
try
  for k = 0..3
    c[k + 3] = k
  end
catch e
  print e
end
% expect: index 6 is out of range: 'c' has 6 items along dimension 0

% Numbers among texts are joined as they are printed, sums of numbers before them are computed first.
keys = ""
for k = -1..2
  key = k + 1 + "," + k*0.5 + "," + k
  part = "<" + (k + 0.1) + ">"
  sign = "" + (k > 0)
  keys = keys + key + part + sign + ";"
end
print keys
% expect: 0,-0.5,-1<-0.9>0;1,0,0<0.1>0;2,0.5,1<1.1>1;3,1,2<2.1>1;
