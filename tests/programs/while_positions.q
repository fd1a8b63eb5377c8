% Long repeat loops, loops left by a return, and loops over positions are compiled in pieces as well.
% repeat: the condition is asked after each round, with what the round assigned; `continue` goes there as well
function [n, s] = count_down(most)
  n = 0
  s = 0
  repeat
    left = most - n
    n += 1
    if mod(n, 3) == 0
      continue
    end
    s += left
  until left <= 1 || n > most
end
[n, s] = count_down(30000)
print n, " ", s
% expect: 30000 300020000
% left by a return in the middle, in a branch and in an arm
function [k, s] = first_beyond(x, limit)
  k = 0
  s = 0
  while true
    s += x[k]
    match mod(k, 4) with
    | 3 -> if s > limit
             return
           end
    | _ -> s += 1
    end
    k += 1
  end
end
[k, s] = first_beyond(0..99999, 500000000)
print k, " ", s
% expect: 31623 500046594
function y = search_twice(x)
  y = -1
  k = 0
  while k < numel(x)
    for d = 0..1
      if x[k] + d == 12346
        y = [k, d]
        return
      end
    end
    k += 1
  end
end
print search_twice(0..19999)
% expect: [12345,1]
% positions in a queue: short arrays are values
function [d, rounds] = distances(free, seed : ivec2)
  h = size(free, 0)
  w = size(free, 1)
  d = -ones(h, w)
  d[seed] = 0
  queue = imat(h*w, 2)
  queue[0,:] = seed
  head = 0
  tail = 1
  rounds = 0
  while head < tail
    p = queue[head, 0..1]
    head += 1
    for k = 0..3
      match k with
      | 0 -> q = p + [0,1]
      | 1 -> q = p + [1,0]
      | 2 -> q = p - [0,1]
      | _ -> q = p - [1,0]
      end
      rounds += 1
      if q[0] >= 0 && q[1] >= 0 && q[0] < h && q[1] < w
        if free[q] > 0 && d[q] < 0
          d[q] = d[p] + 1
          queue[tail,:] = q
          tail += 1
        end
      end
    end
  end
end
free = ones(120, 130)
for i = 10..20..110
  free[i, 0..128] = 0
end
for i = 20..20..110
  free[i, 1..129] = 0
end
[d, rounds] = distances(free, [0,0])
print rounds, " ", max(d), " ", sum(d), " ", d[119,129]
% expect: 56724 1667 11725500 1538
