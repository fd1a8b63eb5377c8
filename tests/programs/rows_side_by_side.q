% Rows of nests that run in order, several of them at a time: the bits of the text's order, which steps have.
% Near misses run as they are written.
function s = wave(x : mat, y : mat)  % a row is 1 behind
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..m-1
            x[i,j] = (x[i,j-1] + x[i-1,j])/2.1
        end
    end
    s += i + 1000*j
end
function s = wave_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..m-1
            x[i,j] = (x[i,j-1] + x[i-1,j])/2.1
        end
    end
    s += i + 1000*j
end
function s = stencil(x : mat, y : mat)  % 2
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-2
        for j = 1..m-2
            x[i,j] = (x[i-1,j-1] + x[i-1,j] + x[i-1,j+1] + x[i,j-1] + x[i,j] + x[i,j+1] +
                      x[i+1,j-1] + x[i+1,j] + x[i+1,j+1])/9
        end
    end
    s += i + 1000*j
end
function s = stencil_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-2
        {!interpreted for}
        for j = 1..m-2
            x[i,j] = (x[i-1,j-1] + x[i-1,j] + x[i-1,j+1] + x[i,j-1] + x[i,j] + x[i,j+1] +
                      x[i+1,j-1] + x[i+1,j] + x[i+1,j+1])/9
        end
    end
    s += i + 1000*j
end
function s = slanted(x : mat, y : mat)  % 3, and a variable of the iteration
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..m-3
            t = 0.25*x[i-1,j+2]
            x[i,j] = 0.5*x[i,j-1] + t
            y[i,j] = t - x[i,j]
        end
    end
    s += i + 1000*j
end
function s = slanted_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..m-3
            t = 0.25*x[i-1,j+2]
            x[i,j] = 0.5*x[i,j-1] + t
            y[i,j] = t - x[i,j]
        end
    end
    s += i + 1000*j
end
function s = two_rows(x : mat, y : mat)  % the row before the last one: 2
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 2..n-1
        for j = 1..m-4
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-2,j+3]
        end
    end
    s += i + 1000*j
end
function s = two_rows_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 2..n-1
        {!interpreted for}
        for j = 1..m-4
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-2,j+3]
        end
    end
    s += i + 1000*j
end
function s = downwards(x : mat, y : mat)  % 0: they are beside each other
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..m-1
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-1,j-1]
        end
    end
    s += i + 1000*j
end
function s = downwards_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..m-1
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-1,j-1]
        end
    end
    s += i + 1000*j
end
function s = overwritten(x : mat, y : mat)  % two arrays
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 0..n-2
        for j = 1..m-1
            y[i,j] = 0.5*y[i,j-1] + x[i+1,j]
            x[i,j] = y[i,j] - x[i,j-1]
        end
    end
    s += i + 1000*j
end
function s = overwritten_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 0..n-2
        {!interpreted for}
        for j = 1..m-1
            y[i,j] = 0.5*y[i,j-1] + x[i+1,j]
            x[i,j] = y[i,j] - x[i,j-1]
        end
    end
    s += i + 1000*j
end
function s = ends_by_row(x : mat, y : mat)  % near miss: rows of different lengths
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..min(m-1,3*i)
            x[i,j] = (x[i,j-1] + x[i-1,j])/2.1
        end
    end
    s += i + 1000*j
end
function s = ends_by_row_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..min(m-1,3*i)
            x[i,j] = (x[i,j-1] + x[i-1,j])/2.1
        end
    end
    s += i + 1000*j
end
function s = far(x : mat, y : mat)  % near miss: too far
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..m-10
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-1,j+9]
        end
    end
    s += i + 1000*j
end
function s = far_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..m-10
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-1,j+9]
        end
    end
    s += i + 1000*j
end
function s = backwards(x : mat, y : mat)  % near miss: another step
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = m-2..-1..0
            x[i,j] = 0.5*x[i,j+1] + 0.25*x[i-1,j]
        end
    end
    s += i + 1000*j
end
function s = backwards_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = m-2..-1..0
            x[i,j] = 0.5*x[i,j+1] + 0.25*x[i-1,j]
        end
    end
    s += i + 1000*j
end
function s = transposed(x : mat, y : mat)  % near miss: no one distance
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..n-1
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[j,i]
        end
    end
    s += i + 1000*j
end
function s = transposed_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..n-1
            x[i,j] = 0.5*x[i,j-1] + 0.25*x[j,i]
        end
    end
    s += i + 1000*j
end
function s = carried(x : mat, y : mat)  % near miss: a variable goes on
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..m-1
            x[i,j] = 0.5*x[i,j-1] + s
            s = 0.25*x[i-1,j]
        end
    end
end
function s = carried_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..m-1
            x[i,j] = 0.5*x[i,j-1] + s
            s = 0.25*x[i-1,j]
        end
    end
end
function s = branch(x : mat, y : mat)  % near miss: a condition
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    for i = 1..n-1
        for j = 1..m-1
            if x[i,j] > 0.3
                x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-1,j]
            end
        end
    end
    s += i + 1000*j
end
function s = branch_steps(x : mat, y : mat)
    n = size(x,0)
    m = size(x,1)
    s = 0.5
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 1..m-1
            if x[i,j] > 0.3
                x[i,j] = 0.5*x[i,j-1] + 0.25*x[i-1,j]
            end
        end
    end
    s += i + 1000*j
end
function x = filled(n : int, m : int)
    x = zeros(n, m)
    for i = 0..n-1
        for j = 0..m-1
            x[i,j] = mod(i*7919 + j*631, 1000)/1000
        end
    end
end
function [] = compare(name, fast, stepped)
    wrong = 0
    {!interpreted for}
    for n = [3, 8, 9, 10, 17, 26]
        {!interpreted for}
        for m = [26, 33, 40, 47, 61, 90]
            x = filled(n, m)
            y = filled(n, m)
            u = copy(x)
            v = copy(y)
            if fast(x, y) != stepped(u, v) || sum(x != u) + sum(y != v) > 0
                wrong += 1
            end
        end
    end
    print name, " ", wrong
end
compare("wave", wave, wave_steps)
compare("stencil", stencil, stencil_steps)
compare("slanted", slanted, slanted_steps)
compare("two_rows", two_rows, two_rows_steps)
compare("downwards", downwards, downwards_steps)
compare("overwritten", overwritten, overwritten_steps)
compare("ends_by_row", ends_by_row, ends_by_row_steps)
compare("far", far, far_steps)
compare("backwards", backwards, backwards_steps)
compare("transposed", transposed, transposed_steps)
compare("carried", carried, carried_steps)
compare("branch", branch, branch_steps)

% Two names of one array.
function [] = shared(x : mat, y : mat)
    for i = 1..size(x,0)-1
        for j = 1..size(x,1)-1
            x[i,j] = 0.5*x[i,j-1] + 0.25*y[i-1,j]
        end
    end
end
function [] = shared_steps(x : mat, y : mat)
    {!interpreted for}
    for i = 1..size(x,0)-1
        {!interpreted for}
        for j = 1..size(x,1)-1
            x[i,j] = 0.5*x[i,j-1] + 0.25*y[i-1,j]
        end
    end
end
a = filled(20, 70)
b = copy(a)
shared(a, a)
shared_steps(b, b)
print "one array ", sum(a != b)

% The first failure in the order of the text, and what was done before it.
a = filled(20, 70)
b = copy(a)
try
    for i = 1..19
        for j = 1..69
            a[i,j] = 0.5*a[i,j-1] + 0.25*a[i-1,j+1]
        end
    end
catch e
    print e
end
try
    {!interpreted for}
    for i = 1..19
        {!interpreted for}
        for j = 1..69
            b[i,j] = 0.5*b[i,j-1] + 0.25*b[i-1,j+1]
        end
    end
catch e
    print e
end
print sum(a != b)

% Sweeps inside a loop, and counters after it.
a = filled(30, 80)
b = copy(a)
for t = 0..4
    for i = 1..28
        for j = 1..78
            a[i,j] = 0.25*(a[i-1,j] + a[i+1,j] + a[i,j-1] + a[i,j+1])
        end
    end
end
print t, " ", i, " ", j
{!interpreted for}
for t = 0..4
    {!interpreted for}
    for i = 1..28
        {!interpreted for}
        for j = 1..78
            b[i,j] = 0.25*(b[i-1,j] + b[i+1,j] + b[i,j-1] + b[i,j+1])
        end
    end
end
print sum(a != b)
% expect: wave 0
% expect: stencil 0
% expect: slanted 0
% expect: two_rows 0
% expect: downwards 0
% expect: overwritten 0
% expect: ends_by_row 0
% expect: far 0
% expect: backwards 0
% expect: transposed 0
% expect: carried 0
% expect: branch 0
% expect: one array 0
% expect: index 70 is out of range: 'a' has 70 elements along dimension 1
% expect: index 70 is out of range: 'b' has 70 elements along dimension 1
% expect: 0
% expect: 4 28 78
% expect: 0
