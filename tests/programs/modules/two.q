% Imported by lang_modules.q: what it defines itself comes first for its own calls.
import "deeper/three.q"
function y = helper(x)
  y = "two " + x
end
function y = from_two(x)
  y = helper(x)
end
function y = weight(i)
  y = i
end
function y = two_sum()
  y = 0
  for i = 0..3
    y += weight(i)
  end
end
function [] = main()
  print "never called"
end
