% expect: [789,3,1,7] [61728396,1.5,10000000,3.5]
% expect: 2
% expect: [2,2,2]
% expect: [16777217,3] [8388608,1.5]
% expect: [0.1,0.1] 
function y = halved(v)
  y = v
  y = y/2.0
end
function [] = main()
  % A name that is an int first and a float from one statement on is two variables: the int is not rounded.
  a = int([123456789, 3, 20000001, 7])
  z = zeros(4)
  w = zeros(4)
  for i=0..3
    y = a[i]
    z[i] = mod(y, 1000)
    y = y/2.0
    w[i] = y
  end
  print z, w
  % So is one that is a truth value from there on.
  x = [1, -1, 1, -1]
  c = 0
  for i=0..3
    r = 1
    r = x[i] > 0
    c += not(r)
  end
  print c
  % Where the statements may be left in between, what stands behind them reads either: here what was there at the break.
  n = zeros(3)
  for i=0..2
    for j=0..3
      p = [1, 2]
      if j > i
        break
      end
      p = [1, 2, 3]
    end
    n[i] = numel(p)
  end
  print n
end
