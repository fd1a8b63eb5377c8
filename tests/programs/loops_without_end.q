% A loop to inf or to the largest int runs until it is left, one to NaN or away from its end not at all: stepped and compiled.
function n = stepped(lo, step, hi)
  n = 0
  {!interpreted for}
  for i=lo..step..hi
    n += 1
    if n > 4
      break
    end
  end
end
function n = compiled(lo, step, hi)
  n = 0
  for i=lo..step..hi
    n += 1
    if n > 4
      break
    end
  end
end
function n = inner(lo, step, hi)
  n = 0
  for k=1..2
    for i=lo..step..hi
      n += 1
      if n > 4*k
        break
      end
    end
  end
end
function [] = all(lo, step, hi)
  print stepped(lo, step, hi), " ", compiled(lo, step, hi), " ", inner(lo, step, hi), " ", compiled(lo, step, hi)
end
all(0, 1, 9223372036854775807)
% expect: 5 5 9 5
all(0, 1, inf)
% expect: 5 5 9 5
all(0, 1, int(inf))
% expect: 5 5 9 5
all(3, 1, nan)
% expect: 0 0 0 0
all(nan, 1, 3)
% expect: 0 0 0 0
all(0, nan, 3)
% expect: 0 0 0 0
all(3, -1, nan)
% expect: 0 0 0 0
all(0, 1, -inf)
% expect: 0 0 0 0
all(0, -1, -inf)
% expect: 5 5 9 5
all(0, -1, inf)
% expect: 0 0 0 0
all(0, 0.5, inf)
% expect: 5 5 9 5
all(0, 0, 3)
% expect: 0 0 0 0
all(5, 1, 2^40)
% expect: 5 5 9 5
x = zeros(4)
for i=0..inf
  if i > 3
    break
  end
  x[i] += 1
end
for i=0..9223372036854775807
  if i > 3
    break
  end
  x[i] += 1
end
print x, " ", numel(0..nan), " ", numel(nan..3), " ", numel(0..-inf)
% expect: [2,2,2,2] 0 0 0
