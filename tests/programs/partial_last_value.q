% A private of the reduced loop keeps the value of the last iteration of the last row.
% expect: 24 60
% expect: 40 [42,78]
function [] = rows(m : int, n : int)
    a = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            a[i,j] = i*n + j
        end
    end
    r = zeros(m)
    p = -1.0
    for i = 0..m-1
        for j = 0..n-1
            p = a[i,j] + 10
            r[i] += p
        end
    end
    print p, " ", r[0]
end
function [] = columns(m : int, n : int)
    a = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            a[i,j] = i*n + j
        end
    end
    c = zeros(n)
    p = -1.0
    for j = 0..n-1
        for i = 0..m-1
            p = a[i,j]*2
            c[j] += p
        end
    end
    print p, " ", [c[0], c[n-1]]
end
rows(3, 5)
columns(3, 7)
