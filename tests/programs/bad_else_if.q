x = 3
if x == 3
   print "three"
else if x == 4
   print "four"
end
% error Q0101 at 8:1
