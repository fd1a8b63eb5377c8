% Rows and columns of odd widths: updates of elements, a variable of each and the whole array have the bits of each line on its own.
function y = updated_rows(x)
    y = zeros(size(x,0))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i] += x[i,j]
        end
    end
end

function y = rows_of_variables(x)
    y = zeros(size(x,0))
    for i=0..size(x,0)-1
        s = 0.0
        for j=0..size(x,1)-1
            s += x[i,j]
        end
        y[i] = s
    end
end

function y = updated_columns(x)
    y = zeros(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[j] += x[i,j]
        end
    end
end

function y = columns_of_variables(x)
    y = zeros(size(x,1))
    for j=0..size(x,1)-1
        s = 0.0
        for i=0..size(x,0)-1
            s += x[i,j]
        end
        y[j] = s
    end
end

% Several columns at a time that nothing makes linear: a factor of each row, a factor of each column.
function y = weighted_columns(x, v, w)
    y = zeros(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[j] += x[i,j]*v[i]*w[j]
        end
    end
end

function [s, t] = column_alone(x, j : int, v, w)
    s = 0.0
    t = 0.0
    for i=0..size(x,0)-1
        s += x[i,j]
        t += x[i,j]*v[i]*w[j]
    end
end

function s = row_alone(x, i : int)
    s = 0.0
    for j=0..size(x,1)-1
        s += x[i,j]
    end
end

function x = numbers(rows : int, columns : int)
    x = zeros(rows, columns)
    for i=0..rows-1
        for j=0..columns-1
            x[i,j] = and(i*77 + j*j*31 + 5, 255)*0.37 - 11.1
        end
    end
end

function n = wrong_rows(rows : int, columns : int)
    x = numbers(rows, columns)
    a = updated_rows(x)
    b = rows_of_variables(x)
    c = sum(x, 1)
    n = 0
    {!interpreted for}
    for k=0..40
        i = int(k*(rows-1)/40)
        s = row_alone(x, i)
        if a[i] != s || b[i] != s || c[i,0] != s
            n += 1
        end
    end
end

function n = wrong_columns(rows : int, columns : int)
    x = numbers(rows, columns)
    v = linspace(0.1, 1.3, rows)
    w = linspace(1.7, 0.2, columns)
    a = updated_columns(x)
    b = columns_of_variables(x)
    c = sum(x, 0)
    d = weighted_columns(x, v, w)
    e = max(x, [], 0)
    n = 0
    {!interpreted for}
    for j=0..columns-1
        [s, t] = column_alone(x, j, v, w)
        if a[j] != s || b[j] != s || c[0,j] != s || d[j] != t || e[0,j] != max(x[:,j])
            n += 1
        end
    end
end

for columns = [1, 2, 5, 13, 15, 16, 17]
    print columns, ": ", wrong_rows(8200, columns)
end
% expect: 1: 0
% expect: 2: 0
% expect: 5: 0
% expect: 13: 0
% expect: 15: 0
% expect: 16: 0
% expect: 17: 0
print wrong_rows(50, 1025), wrong_rows(40, 1500), wrong_rows(300, 65), wrong_rows(41, 4095)
% expect: 0000
print wrong_columns(7, 3), wrong_columns(300, 5), wrong_columns(2047, 15), wrong_columns(2049, 2), wrong_columns(8191, 9), wrong_columns(8193, 17)
% expect: 000000
print wrong_columns(10300, 3), wrong_columns(16390, 5), wrong_columns(9000, 33), wrong_columns(700, 64), wrong_columns(1030, 100)
% expect: 00000
% Large enough that the whole array is a loop.
print wrong_columns(70000, 64)
% expect: 0
