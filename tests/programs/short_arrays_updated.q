% Short arrays in loops are arrays: `v += e` writes into the array that v is, whoever else has a name for it; elements keep the
% type of their array; a parameter is the caller's array until the function makes it another one.
function [] = raise(v)
    v += 1
end
function y = scaled(v)
    v = v/2
    v[0] = 50
    y = v[0] + v[1]
end
function y = marked(v)
    v[0] = 9
    v = zeros(2)
    v[1] = 5
    y = v[1]
end
function y = sometimes(v)
    if v[0] > 2
        v = v + 1
    end
    v[0] = 50
    y = v[0] + v[1]
end
function y = all_of_them(i)
    a = [1.0+i,2,3]
    b = a
    b += 1
    raise(a)
    y = [a[0], b[1], scaled(a), marked(a), a[0], sometimes(a), a[0], 0]
    counts = [1,2]
    counts[0] = 0.5 + i
    counts[1] += 0.7
    y[7] = counts[0]*10 + counts[1]
end
y = zeros(4,8)
for i=0..3
    y[i,:] = all_of_them(i)
end
print y
% expect: [ 3, 4,52, 5, 9,55, 9, 2]
% expect: [ 4, 4,52, 5, 9,55, 9,12]
% expect: [ 5, 4,52, 5, 9,55, 9,22]
% expect: [ 6, 4,52, 5, 9,55, 9,32]
z = zeros(4,8)
{!interpreted for}
for i=0..3
    z[i,:] = all_of_them(i)
end
print max(abs(y-z))
% expect: 0

% Each of them alone.
function y = updated()
    y = zeros(4)
    for i=0..3
        a = [1.0+i,2,3]
        b = a
        b -= 1
        y[i] = a[0]
    end
end
function y = widened()
    y = zeros(4)
    for i=0..3
        a = [i,2]
        b = a
        b += 0.5
        y[i] = a[0]
    end
end
function y = passed()
    y = zeros(4)
    for i=0..3
        a = [1.0+i,2,3]
        raise(a)
        y[i] = a[0] + scaled(a)
    end
end
function y = rounded()
    y = zeros(4)
    for i=0..3
        a = [7,2]
        a[0] = i + 0.9
        a[1] -= 0.9
        y[i] = a[0] + 10*a[1]
    end
end
print updated(), widened(), passed(), rounded()
% expect: [0,1,2,3][0,1,2,3][53.5,54.5,55.5,56.5][10,11,12,13]

% A name whose array gets other elements is another array from there on; where a condition decides, elements are not compiled.
function [a, b] = two(x)
    a = x
    b = x
    b += 1
end
function y = other_elements()
    y = zeros(4,4)
    for i=0..3
        c = zeros(3)
        c = [i,2,3]
        c[2] *= i*0.25
        d = [true, i > 1]
        d[0] = i*0.5
        y[i,3] = sum(d)
        d ^^= i*0.5
        c += 10
        y[i,0..2] = [c[2], c[0], d[0]]
    end
end
function y = either()
    y = zeros(4)
    for i=0..3
        c = [i,2]
        if i > 1
            c = c*0.5
        end
        c[1] += 0.5
        y[i] = sum(c)
    end
end
function y = twice()
    y = zeros(4)
    for i=0..3
        a = [1.0*i,2]
        [b, a] = two(a)
        [a, c] = two(a)
        y[i] = sum(b)
    end
end
function y = computed_from_either()
    y = zeros(4)
    for i=0..3
        d = [9,6]
        if i > 1
            d = d*0.5
        end
        e = d*2
        e[1] = i*0.75
        y[i] = sum(e)
    end
end
function y = added_up()
    y = zeros(4)
    for i=0..3
        d = [0,0]
        for k=0..i
            d = d + [k*0.5,1]
        end
        d[1] = d[0]*0.5
        y[i] = sum(d)
    end
end
print other_elements(), either(), twice(), computed_from_either(), added_up()
% expect: [ 10, 10,  0,  0]
% expect: [ 10, 11,  1,  1]
% expect: [ 11, 12,  1,  2]
% expect: [ 12, 13,1.5,  2][2,3,2.5,3][6,7,8,9][18,18,10.5,11.25][0,0.75,2.25,4.5]
% In kernels an array without a declared size is the caller's too; types are decided beforehand, elements included.
function [] = __device__ add(v, e)
    v += e
end
function [] = __kernel__ k(x : vec, pos : int)
    w = [0.5,0.25]
    add(w, pos)
    n = [0,0]
    n[0] = w[0]
    x[pos] = w[0] + 10*w[1] + 100*n[0]
end
x = zeros(4)
parallel_do(4, x, k)
print x
% expect: [53,164,275,386]
