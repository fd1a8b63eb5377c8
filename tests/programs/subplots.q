% Several plots in one figure.
x = 0..0.1..6
first = subplot(2, 1, 1)
plot(x, sin(x))
title("a")
second = subplot(2, 1, 2)
plot(x, cos(x))
plot(x, sin(2*x))
title("b")
print first.number == second.number
% expect: 1
third = subplot(2, 1, 1)
ylabel("of the first")
f = plot(x, x)
print f.number == first.number, " ", subplot(1, 2, 0).number - first.number
% expect: 1 1
plot(x, x)
imshow(ones(4,4))
try
    subplot(2, 2, 5)
catch e
    print e
end
% expect: 2 x 2 plots have no number 5
