% Bitwise and logical accumulators.
a = -1
o = 0
x = 0
every = true
some = false
for i=1..1000
    a = and(a, i*8 + 7)
    o = or(o, i)
    x = xor(x, i*i)
    every = every && i > 0
    some = some || i == 1000
end
print a, " ", o, " ", x
if every && some
    print "both"
end
% expect: 7 1023 332752
% expect: both
