% Which of equal numbers is kept can be told of zeros only, not of a constant.
x = [0.9, 0.8, -0.0, 0.0, 0.75]
for first = [0, 4]
  f = 1.0
  {!parallel for}
  for i=first..numel(x)-1
    if 0.7 <= f
      f = 0.7
    end
    if x[i] < f
      f = x[i]
    end
  end
  g = 1.0
  {!parallel for}
  for i=first..numel(x)-1
    if 0.7 < g
      g = 0.7
    end
    if x[i] <= g
      g = x[i]
    end
  end
  print f, " ", g, " ", 1/f, " ", 1/g
end
% expect: -0 0 -inf inf
% expect: 0.7 0.7 1.4285715 1.4285715
