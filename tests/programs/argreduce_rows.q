% The best of each row and of each column with its place, rows of many lengths; what is used after the nest.
function [] = check(rows : int, columns : int)
    x = zeros(max(rows,1), max(columns,1))
    for i=0..rows-1
        for j=0..columns-1
            x[i,j] = mod(i*i*31 + j*7919, 97)
        end
    end
    best = zeros(max(rows,1))
    where = int(zeros(max(rows,1)))
    total = zeros(max(rows,1))
    for i=0..rows-1
        b = -1.0
        w = -7
        t = 0.0
        for j=0..columns-1
            if x[i,j] > b
                b = x[i,j]
                w = j
            end
            t += x[i,j]
        end
        best[i] = b
        where[i] = w + 1000*i
        total[i] = t
    end
    low = zeros(max(columns,1))
    row = int(zeros(max(columns,1)))
    for j=0..columns-1
        b = 1e9
        w = -7
        for i=0..rows-1
            if x[i,j] <= b
                b = x[i,j]
                w = i - j
            end
        end
        low[j] = b
        row[j] = w
    end
    wrong = 0
    #pragma force_serial
    for i=0..rows-1
        b = -1.0
        w = -7
        t = 0.0
        for j=0..columns-1
            if x[i,j] > b
                b = x[i,j]
                w = j
            end
            t += x[i,j]
        end
        wrong += int(best[i] != b) + int(where[i] != w + 1000*i) + int(total[i] != t)
    end
    #pragma force_serial
    for j=0..columns-1
        b = 1e9
        w = -7
        for i=0..rows-1
            if x[i,j] <= b
                b = x[i,j]
                w = i - j
            end
        end
        wrong += int(low[j] != b) + int(row[j] != w)
    end
    assert(wrong == 0, "a row or column differs")
end
check(1, 1)
check(3, 0)
check(5, 31)
check(40, 33)
check(300, 17)
check(2, 5000)
check(700, 129)
check(64, 9001)

% Values of the last row are used after the nest.
y = zeros(50, 20)
for i=0..49
    for j=0..19
        y[i,j] = i*100 + mod(j*7, 20)
    end
end
m = 0.0
s = -1.0
w = -1
q = zeros(50)
for i=0..49
    s = 0.5
    top = -1.0
    w = -2
    for j=0..19
        s += y[i,j]
        if y[i,j] > top
            top = y[i,j]
            w = j
        end
    end
    m = s/20
    q[i] = m
end
print m, " ", s, " ", w, " ", q[49]
% expect: 4909.525 98190.5 17 4909.525
