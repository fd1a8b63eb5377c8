% A function with a loop of its own, called from a loop that is printed as it is: it stays as it is too, so that the loop around
% the call is compiled and sums as before.
function y : int = steps(a : int)
 y = 0
 for t=0..3
  y += and(shr(a, t), 1)
 end
end
function r = totals(n : int)
 r = zeros(8)
 for i=0..n-1
  r[periodize(steps(i), 8)] += 0.7
 end
end
r = totals(1000)
printf("%.9g %.9g\n", r[1], r[4])
% expect: 175.699722 43.4000244
