% What `c ? a : b` chooses keeps its type: an int wraps where it is stored into a byte, a float saturates. Through names, choices of choices, sums
% and extremes as well.
x = mod(0..999, 7)*1.0
function y = by_name(x, n)
    y = vec[uint8](n)
    for i = 0..n-1
        t = i < 1 ? x[i] : -1
        y[i] = t
    end
end
function y = nested(x, n)
    y = vec[uint8](n)
    for i = 0..n-1
        y[i] = i < 9 ? (i < 2 ? x[i] + 300.0 : -1) : 0.5
    end
end
function y = computed(x, n)
    y = vec[uint8](n)
    for i = 0..n-1
        t = i < 2 ? x[i] - 2.5 : -1
        y[i] = max(t, -5) - 1
    end
end
function y = of_floats(x, n)
    y = vec[uint8](n)
    for i = 0..n-1
        t = i < 1 ? x[i] : -1.0
        y[i] = t
    end
end
for turn = 0..1
    print by_name(x, 3), nested(x, 4), computed(x, 4), of_floats(x, 3)
end
% expect: [0,255,255][255,255,255,255][0,0,254,254][0,0,0]
% expect: [0,255,255][255,255,255,255][0,0,254,254][0,0,0]
% What does not fit is no matter where the element holds it.
function y = wide(x, n)
    y = ivec(n)
    for i = 0..n-1
        t = i < 1 ? x[i] : -1
        y[i] = int(t)
    end
end
print wide(x, 3)
% expect: [0,-1,-1]
