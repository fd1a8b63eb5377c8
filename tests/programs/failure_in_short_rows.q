% The failure of the lowest iteration is reported, also where a block takes several short rows at a time.
% expect: index 22 is out of range: 'e' has 22 elements along dimension 0
% expect: index 40 is out of range: 'e' has 22 elements along dimension 0
function r = sums(e : vec, N : int, M : int, first : int)
  r = zeros(N)
  for i=0..N-1
    t = 0.5
    for j=0..M-1
      t -= e[2*i + first]
    end
    r[i] = t
  end
end
e = zeros(22)
for k=0..1
  try
    print sums(e, 300, 1 + 7*k, 14 + 26*k)
  catch problem
    print problem
  end
end
