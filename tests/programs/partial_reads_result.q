% Each row reads the element that its end writes: no thread may look at it afterwards.
y = [3.0, 4.0, 5.0]
for i=0..2
    te = 0.5
    for j=0..1
        te += y[i]
    end
    y[i] = te
end
print y
% expect: [6.5,8.5,10.5]

% So where it is read before the row, by all threads that take it: in the middle row of a mirror, where what the text
% reads first fails before a division behind the row does. Short rows, long rows, columns.
function y : int = ones_of(a : int, w)
    y = 0
    for t=0..w-1
        y += and(shr(a, mod(t, 4)), 1)
    end
end
function [l] = mirrored(n, m, w)
    l = zeros(n, m)
    c = imat(n, m) + 15
    for i=0..n-1
        l[i,:] = i
    end
    {!parallel for}
    for i=0..int((n-1)/2)
        for j=0..m-1
            l[i,j] = l[n-1-i,j] + mod(ones_of(c[i,j], w), 99999)
        end
    end
end
for w = [4, 17, 700, 9001]
    l = mirrored(9, 1, w)
    print sum(l[0..4,0] - w), " ", sum(mirrored(301, 40, w)[150,:] == 150 + w)
end
% expect: 30 40
% expect: 30 40
% expect: 30 40
% expect: 30 40

% So where the ends and steps of the row are made of it: they are taken when the row begins.
z = ivec(6)
for i=0..5
    z[i] = 3
    for j=0..z[i]
        z[i] += j
    end
end
print z
% expect: [9,9,9,9,9,9]
for i=0..5
    z[i] = 2
    for j=0..z[i]..8
        z[i] += j*i
    end
end
print z
% expect: [2,22,42,62,82,102]
v = zeros(6)
for i=0..5
    v[i] = 4
    for j=v[i]..8
        v[i] += i + j
    end
end
print v
% expect: [34,39,44,49,54,59]
