% Loops in order whose inner loops are maps: those become vectors, whatever they read beside what they write. Near misses: inner loops
% that read what a later iteration writes, or an earlier one, work arrays, two names of one array, and a function that is called with both.
function [] = substitution(a : vec, m : mat)
    for j = 0..numel(a)-1
        for i = j+1..numel(a)-1
            a[i] -= m[j,i]*a[j]
        end
    end
end
function [] = substitution_in_order(a : vec, m : mat)
    {!interpreted for}
    for j = 0..numel(a)-1
        {!interpreted for}
        for i = j+1..numel(a)-1
            a[i] -= m[j,i]*a[j]
        end
    end
end
function [] = from_the_next(a : vec, m : mat)  % reads what the next iteration writes
    for j = 0..size(m,0)-1
        for i = 0..numel(a)-2
            a[i] = a[i+1] + m[j,i]*a[i]
        end
    end
end
function [] = from_the_next_in_order(a : vec, m : mat)
    {!interpreted for}
    for j = 0..size(m,0)-1
        {!interpreted for}
        for i = 0..numel(a)-2
            a[i] = a[i+1] + m[j,i]*a[i]
        end
    end
end
function [] = from_the_one_before(a : vec, c : vec, m : mat)  % cut in two, each of which is a map
    for j = 1..size(m,0)-1
        for i = 1..numel(a)-1
            a[i] = a[i]*0.5 + m[j,i]
            c[i] = a[i-1]*2 - c[i]
        end
        a[0] = c[j]
    end
end
function [] = from_the_one_before_in_order(a : vec, c : vec, m : mat)
    {!interpreted for}
    for j = 1..size(m,0)-1
        {!interpreted for}
        for i = 1..numel(a)-1
            a[i] = a[i]*0.5 + m[j,i]
            c[i] = a[i-1]*2 - c[i]
        end
        a[0] = c[j]
    end
end
function [] = work_row(a : vec, m : mat)  % a row that each iteration of the inner loop fills
    for j = 1..numel(a)-1
        w = zeros(4)
        for i = 0..j-1
            w[mod(i,4)] = m[j,i]*a[j]
            a[i] -= w[mod(i,4)]
        end
        a[j] = w[0] - w[3]
    end
end
function [] = work_row_in_order(a : vec, m : mat)
    {!interpreted for}
    for j = 1..numel(a)-1
        w = zeros(4)
        {!interpreted for}
        for i = 0..j-1
            w[mod(i,4)] = m[j,i]*a[j]
            a[i] -= w[mod(i,4)]
        end
        a[j] = w[0] - w[3]
    end
end
function [] = one_place_on(y : vec, x : vec, d : int)
    for j = 1..4
        for i = d..numel(y)-1
            y[i] = x[i-d]*0.5 + y[0]
        end
        y[0] += 1
    end
end
function [] = one_place_on_in_order(y : vec, x : vec, d : int)
    {!interpreted for}
    for j = 1..4
        {!interpreted for}
        for i = d..numel(y)-1
            y[i] = x[i-d]*0.5 + y[0]
        end
        y[0] += 1
    end
end
function [] = add(y : vec, x : vec, from : int)
    for i = 1..numel(y)-1
        y[i] += x[i-from]
    end
end
function [] = called_with_both(y : vec, x : vec)  % one call is a map, the other one a running sum
    for j = 1..5
        add(y, x, 1)
        add(y, y, 1)
        y[0] = y[j]
    end
end
function [] = called_with_both_in_order(y : vec, x : vec)
    {!interpreted for}
    for j = 1..5
        {!interpreted for}
        for i = 1..numel(y)-1
            y[i] += x[i-1]
        end
        {!interpreted for}
        for i = 1..numel(y)-1
            y[i] += y[i-1]
        end
        y[0] = y[j]
    end
end
seed(7)
for n = [2, 9, 40, 203]
    m = (rand(n, n) - 0.5)/n
    x = rand(n + 6)
    bad = 0
    a = copy(x[0..n-1])
    b = copy(a)
    substitution(a, m)
    substitution_in_order(b, m)
    bad += sum(a != b)
    from_the_next(a, m)
    from_the_next_in_order(b, m)
    bad += sum(a != b)
    c = copy(x[0..n-1])
    d = copy(c)
    from_the_one_before(a, c, m)
    from_the_one_before_in_order(b, d, m)
    bad += sum(a != b) + sum(c != d)
    work_row(a, m)
    work_row_in_order(b, m)
    bad += sum(a != b)
    a = copy(x)
    b = copy(x)
    for d = [1, 0, 3]
        one_place_on(a, x, d)
        one_place_on_in_order(b, x, d)
        bad += sum(a != b)
        one_place_on(a, a, d)
        one_place_on_in_order(b, b, d)
        bad += sum(a != b)
    end
    a = x/100
    b = x/100
    called_with_both(a, x)
    called_with_both_in_order(b, x)
    bad += sum(a != b)
    print n, " ", bad
end
% expect: 2 0
% expect: 9 0
% expect: 40 0
% expect: 203 0
% loop 4: serial R001
