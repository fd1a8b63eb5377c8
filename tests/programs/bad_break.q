% break outside a loop.
x = 1
break
% error Q0106
