% A sum beyond 64 bits wraps as the serial loop does.
s = 1
for i=1..100
    s += 9000000000000000000
end
print s
% expect: -3890459611768029183
