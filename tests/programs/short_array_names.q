% An array in compiled code is the array that the language speaks of: `b = a` is a second name of it, a function that is given it
% works on the array itself. What is declared with a fixed size is a value.
function [] = set(x)
    x[0] = 9.
end
function [] = set_matrix(x : mat)
    x[1,0] = 7.
end
function [] = set_value(x : vec3)
    x[0] = 9.
end
function y = through_names(n)
    y = zeros(n,5)
    for i=0..n-1
        a = zeros(3)
        b = a
        b[0] = 1.
        a[1] = 2.
        y[i,0] = a[0] + 10*b[1]
        c = [1.,2,3]
        set(c)
        y[i,1] = c[0]
        d = [[1.,2],[3.,4]]
        set_matrix(d)
        y[i,2] = d[1,0]
        set_value(c+1)
        e : vec3 = [1,2,3]
        set_value(e)
        g = e
        g[1] = 8.
        set(e)
        y[i,3] = sum(e)
        h = copy(a)
        h[0] = 5.
        y[i,4] = a[0]
    end
end
print through_names(2)
% expect: [21, 9, 7, 6, 1]
% expect: [21, 9, 7, 6, 1]
% loop 14: map

% a sweep that changes its argument until nothing moves
function moved = sweep(w, most)
    moved = false
    for k=0..numel(w)-2
        if w[k] > w[k+1] && moved < most
            t = w[k]
            w[k] = w[k+1]
            w[k+1] = t
            moved = true
        end
    end
end
function y = sorted(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        w = [x[i,0], x[i,1], x[i,2], x[i,3]]
        repeat
            again = sweep(w, 9)
        until !again
        y[i,0..3] = w
    end
end
print sorted([[4.,3,2,1],[2.,1,4,3],[1.,1,0,0]])
% expect: [1,2,3,4]
% expect: [1,2,3,4]
% expect: [0,0,1,1]
% loop 57: map

% A name that becomes another array now and then: the loop is stepped, where elements are written.
function y = turned(n)
    y = zeros(n)
    for i=0..n-1
        a = [1.,2,3]
        b = [4.,5,6]
        t = a
        a = b
        b = t
        b[0] = 10.
        y[i] = t[0] + a[0]
    end
end
print turned(2)
% loop 74: interpreted R904
% expect: [14,14]
function y = turned_only(n)
    y = zeros(n)
    for i=0..n-1
        a = [1.,2,3]
        b = [4.,5,6]
        t = a
        a = b
        b = t
        y[i] = b[0] + 100*a[0]
    end
end
print turned_only(2)
% expect: [401,401]
% loop 89: map

% in kernels: functions work on the array itself, `b = a` copies
function [] = __kernel__ in_kernel(y : mat, pos : int)
    a = zeros(3)
    set(a)
    b = a
    b[0] = 1.
    d = eye(2)
    set_matrix(d)
    y[pos,0..3] = [a[0], b[0], d[1,0], d[0,0]]
end
y = zeros(2,4)
parallel_do(2, y, in_kernel)
print y
% expect: [9,1,7,1]
% expect: [9,1,7,1]

% A function may hand its argument back; values are computed before the array that they come from is written.
function y = same(x)
    y = x
end
function [m, w] = largest(x)
    m = max(x)
    if $outputs > 1
        w = x + 1
    end
end
function y = first_set(x : vec, v)
    x[0] = v
    y = x[1] + v
end
function y = handed_back(n)
    y = zeros(n,5)
    for i=0..n-1
        a = [1.,2,3]
        b = same(a)
        b[1] = 5.
        y[i,0] = a[1]
        y[i,1] = first_set(a, a[0]+1)
        [m] = largest(a)
        y[i,2] = m
        [k, c] = largest(a)
        c[0] = 9.
        y[i,3] = sum(c) + sum(a)
        d = [1.,2]
        for q=0..1
            d[q] += i
        end
        d = [d[1], d[0]]
        y[i,4] = 10*d[0] + d[1]
    end
end
print handed_back(2)
% expect: [ 5, 7, 5,29,21]
% expect: [ 5, 7, 5,29,32]
% loop 134: map

% near: a name that was the array and is written by a function
function y = written_by_function(n)
    y = zeros(n)
    for i=0..n-1
        a = [1.,2,3]
        b = [0.,0,0]
        b = same(a)
        set(b)
        y[i] = a[0]
    end
end
print written_by_function(2)
% expect: [9,9]
% loop 161: interpreted R904
