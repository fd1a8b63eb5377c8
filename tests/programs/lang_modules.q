% Imports by relative path, in a cycle; equal names in two files; the main of an imported file.
import "modules/two.q"
function y = helper(x)
  y = "main " + x
end
function [] = main()
  print helper(1), ", ", from_two(2)
  s = 0
  for i = 0..3
    s += weight(i)
  end
  print s, " ", two_sum()
end
function y = weight(i)
  y = 10*i
end
% expect: three
% expect: main 1, two 2
% expect: 60 6
