% Functions that leave from inside their loops: out of one, out of several, with values set on the way, out of `while` loops that are long
% enough to be compiled, and of loops that are stepped. Expected numbers: Python, with the loops written out.
function [row, column] = first_above(x : mat, t : scalar)
    row = -1
    column = -1
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            if x[i,j] > t
                row = i
                column = j
                return
            end
        end
        row = -2 - i
    end
    column = -7
end
function ok = fits(g : vec[int], p : int, v : int)
    ok = false
    r = int(p/9)
    c = mod(p, 9)
    for i=0..8
        if g[r*9+i] == v || g[i*9+c] == v
            return
        end
        if g[(int(r/3)*3 + int(i/3))*9 + int(c/3)*3 + mod(i,3)] == v
            return
        end
    end
    ok = true
end
function solved = sudoku(g : vec[int], p : int)
    while p < 81 && g[p] != 0
        p += 1
    end
    solved = p == 81
    if solved
        return
    end
    for v=1..9
        if fits(g, p, v)
            g[p] = v
            if sudoku(g, p+1)
                solved = true
                return
            end
            g[p] = 0
        end
    end
end
% What was written before it left stays, and nothing after it is.
function n = copied_until(x : vec, y : vec, stop : scalar)
    n = 0
    for i=0..numel(x)-1
        match x[i] with
        | 3 -> y[i] = -1
        | _ -> y[i] = 2*x[i]
        end
        if x[i] == stop
            return
        end
        n += 1
    end
    y[0] = 99
end
% A long `while` with a loop inside that leaves the function.
function k = smallest_factor_above(n : int, start : int)
    k = start
    while k < n
        for d=2..40
            if mod(n, k + d) == 0
                k = k + d
                return
            end
        end
        k += 39
    end
    k = 0
end
function s = described(x : vec)
    s = "none"
    for i=0..numel(x)-1
        if x[i] < 0
            s = sprintf("%d at %d", int(x[i]), i)
            return
        end
    end
end
x = zeros(60,50)
for i=0..59
    for j=0..49
        x[i,j] = mod(7*i + 13*j, 101)
    end
end
for t = [50, 98, 99, 100]
    [r, c] = first_above(x, t)
    print r, " ", c
end
% expect: 0 4
% expect: 0 31
% expect: 0 31
% expect: -61 -7
g = [5,3,0,0,7,0,0,0,0, 6,0,0,1,9,5,0,0,0, 0,9,8,0,0,0,0,6,0, 8,0,0,0,6,0,0,0,3, 4,0,0,8,0,3,0,0,1, _
     7,0,0,0,2,0,0,0,6, 0,6,0,0,0,0,2,8,0, 0,0,0,4,1,9,0,0,5, 0,0,0,0,8,0,0,7,9]
print sudoku(g, 0), " ", g[0..8], g[72..80]
% expect: 1 [5,3,4,6,7,8,9,1,2][3,4,5,2,8,6,1,7,9]
v = [1,2,3,4,5,6]*1.0
for stop = [4, 9]
    y = zeros(6)
    n = copied_until(v, y, stop)
    print n, " ", y
end
% expect: 3 [2,4,-1,8,0,0]
% expect: 6 [99,4,-1,8,10,12]
print smallest_factor_above(1000003*999983, 10), " ", smallest_factor_above(100003, 10)
% expect: 999983 100003
print described([1,-4,3]), " ", described([1,2])
% expect: -4 at 1 none
% In loops that call it such a function leaves only its own loops: they are independent.
columns = zeros(60)
for i=0..59
    [r, c] = first_above(x[i..i,:], 80)
    columns[i] = c + 100*r
end
print sum(columns)
function k = first_in_row(x : mat, i : int, t : scalar)
    k = -1
    for j=0..size(x,1)-1
        d = x[i,j] - t
        if d > 0
            k = j
            return
        end
    end
end
for i=0..59
    columns[i] = first_in_row(x, i, 80)
end
print sum(columns), " ", columns[0..7]
% expect: 183
% expect: 183 [7,6,6,5,5,4,3,3]
% loop 136: map

% The output is the variable of the loop that the function is left from.
function k = first_below(v : vec, t : scalar)
    for k=0..numel(v)-1
        if v[k] < t
            return
        end
    end
    k = -1
end
places = zeros(6)
#pragma force_parallel
for i=0..5
    places[i] = first_below([5.0,3,8,1,9,2], i)
end
print places
% expect: [-1,-1,3,3,1,1]
% loop 155: map
