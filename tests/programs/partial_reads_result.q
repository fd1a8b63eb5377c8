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
