% After a loop every variable has the value that the serial loop would leave.
x = zeros(1000)
last = -1
for i=0..999
    t = i*2
    x[i] = t
    if mod(i,400) == 0
        last = i
    end
end
print t, " ", i, " ", last
% expect: 1998 999 800
