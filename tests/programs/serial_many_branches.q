% A long nest in order with literal ends whose conditions stand before elements of large arrays: looking for arrays that each iteration has for
% itself takes no longer than the text is long.
s = ones(64, 64)
r = 1
flips = 0
for sweep = 1..3
    for i = 0..63
        for j = 0..63
            around = s[periodize(i+1,64),j] + s[periodize(i-1,64),j] + s[i,periodize(j+1,64)] + s[i,periodize(j-1,64)]
            r = mod(r*16807, 2147483647)
            if 2*s[i,j]*around <= 0 || r < 1e8
                s[i,j] = -s[i,j]
                flips += 1
            end
        end
    end
end
print flips, " ", sum(s)
% loop 6: serial R005
% expect: 1080 3600

% Written on both ways through a condition, an array is each iteration's own; on one way alone it is not.
t = zeros(4)
y = zeros(100)
for i = 0..99
    if mod(i, 3) == 0
        for k = 0..3
            t[k] = i + k
        end
    else
        for k = 0..3
            t[3-k] = k
        end
    end
    y[i] = t[0] + 2*t[3]
end
print sum(y), " ", t
% loop 25: map
% expect: 5451 [99,100,101,102]

u = zeros(4)
z = zeros(100)
for i = 0..99
    if mod(i, 3) == 0
        for k = 0..3
            u[k] = i + k
        end
    end
    z[i] = u[0] + 2*u[3]
end
print sum(z), " ", u
% loop 43: serial R011
% expect: 15153 [99,100,101,102]
