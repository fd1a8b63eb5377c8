% Recurrences of two names, and whole numbers that are made of themselves.
r = 1.0
s = 0.5
y = zeros(7)
for i = 0..6
    r = r*0.5 + s
    s = r
    y[i] = s
end
print y
% expect: [1,1.5,2.25,3.375,5.0625,7.59375,11.390625]
for i = 0..3
    r = s - r*i
    s = r
    y[i] = s
end
print y[0..3]
% expect: [11.390625,0,0,0]

function r = step(p2, p3)
    r = p3
    r = r*3 - r
    q = p2 == 1 ? -r : p3 - 1
    r = q - r*p3
end
s = 1.0
for i = 0..3
    if i != 2
        s = step(i, s - s*s)
    end
    y[i] = s
end
print y[0..3]
% expect: [-1,-4,-4,-821]

s = 123
n = zeros(8)
for i = 0..7
    s = and(xor(s, shl(s, 5)), 255)
    for j = 0..and(s, 3)
        n[i] += j
    end
end
print n, s
% expect: [6,6,6,6,6,6,6,6]123
k = 3
n = zeros(19)
for i = 0..19
    k = mod(k*k - k + xor(k, i), 19)
    for j = 0..k
        n[j] += i
    end
end
print n
% expect: [190,187,187,175,175,151,116,116,106,90,83,83,83,68,63,63,57,38,25]

% Short arrays from outside beside those of the loop.
function w = beside(x, N)
    w = 0
    for i = 0..N-1
        {!interpreted for}
        for j = 0..1
            g = floor(x[i]/3)
            v = -x[i, 0..2] + 0
            for q = 0..2..6
                if 0.1 - x[i]*g < dotprod([1.5,-2,0.25], v)
                    w += 1
                end
            end
        end
    end
end
print beside(reshape(0..8, 3, 3), 3)
% expect: 24
