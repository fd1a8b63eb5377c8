% Accumulators that begin as rows of a matrix: one of type vec3, as a declared one is, also in the report that is made before
% the program runs.
function s = greatest(x)
    s = x[0,0..2]
    for i=0..99
        s = max(s, x[i,0..2])
    end
end
function s = total(x)
    s = x[1,1..3]
    for i=0..99
        s = 2*x[i,0..2] + s
    end
end
function s = every_second(x)
    s = -x[1,0..2..4]
    for i=0..99
        s = min(x[i,0..2..4], s)
    end
end
function s = of_a_row(v)
    s = v[0..2]
    for i=1..32
        s = s + v[3*i..3*i+2]
    end
end
x = zeros(100, 5)
for i=0..99
    for j=0..4
        x[i,j] = mod(i*37 + j*11, 101)
    end
end
v = zeros(99)
for i=0..98
    v[i] = mod(i*5, 7)
end
print greatest(x), " ", total(x), " ", every_second(x), " ", of_a_row(v)
% expect: [100,100,100] [10020,10009,9998] [-37,-59,-81] [94,98,102]
% loop 5: reduction max s
% loop 11: reduction + s
% loop 17: reduction min s
% loop 23: reduction + s
