% The functions of an imported file see its variables, as its statements leave them; those of the program see none.
import "modules/constants.q"
% expect: 3
function y = blind()
    y = k2
end
print scaled(2), " ", scaled(2, 1), " ", own(2), " ", nested(1), " ", summed(10), " ", above_base(1)
% expect: 22 7 14 13 570 101
k2 = 0
k = base = -1
v = [9,9,9]
print scaled(2), " ", scaled(2, 1), " ", own(2), " ", nested(1), " ", summed(10), " ", above_base(1)
% expect: 22 7 14 13 570 101
x = ones(4,4)
y = zeros(4,4)
parallel_do(size(x), x, y, shift_all)
print y[0,0], " ", sum(y)
% expect: 16 256
z = zeros(100)
for i=0..99
    z[i] = scaled(i) + shifted(i)
end
print z[0..3], " ", sum(z)
% expect: [5,25,45,65] 99500
print tried(2)
% expect: 8
f = nested
w = zeros(10)
for i=0..9
    w[i] = f(i)
end
print f(3), " ", w
% expect: 17 [11,13,15,17,19,21,23,25,27,29]
try
    blind()
catch e
    print numel(strfind(e, "'k2' is not defined")) > 0
end
% expect: 1
