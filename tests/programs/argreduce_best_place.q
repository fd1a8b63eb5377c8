% The place of the least element, found by comparing with the element at the place that is kept.
n = 5000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*17, 1000)
end
x[7] = nan
best = 3
for i = 0..n-1
    if x[i] < x[best]
        best = i
    end
end
print best
% expect: 0
last = 3
for i = 0..n-1
    if x[i] >= x[last]
        last = i
    end
end
print last
% expect: 4647
stays = 7
for i = 0..n-1
    if x[i] < x[stays]
        stays = i
    end
end
print stays
% expect: 7
A = zeros(60, 80)
for i=0..59
    for j=0..79
        A[i,j] = mod(i*37 + j*11, 101) - 50
    end
end
bi = 5
bj = 6
for i=0..59
    for j=0..79
        if abs(A[i,j]) > abs(A[bi,bj])
            bi = i
            bj = j
        end
    end
end
print bi, " ", bj, " ", A[bi,bj]
% expect: 0 0 -50
place = zeros(60)
for i=0..59
    b = 0
    for j=1..79
        if A[i,j] > A[i,b]
            b = j
        end
    end
    place[i] = b
end
print sum(place), " ", place[0], " ", place[59]
% expect: 2432 55 31
m = 0.0
for i=0..59
    if abs(A[i,3]) > abs(m)
        m = A[i,3]
    end
end
print m
% expect: 50
outside = -1
for i=0..n-1
    if x[i] < x[outside]
        outside = i
    end
end
% error Q0401
