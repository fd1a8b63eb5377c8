% A complex variable that a loop gives doubles is double behind it, as a real one is.
x = cast([0.1,2.1,1,4,7.3], double)
v = complex(1.0, 2.0)
for i = 0..4
    v += complex(x[i], 1.0)
end
print v
% expect: 15.500000096857548+7i
function w = sum_on(x, v)
    w = v
    for i = 0..4
        w = w + x[i]
    end
end
print sum_on(x, complex(1.0, 2.0)), " ", sum_on(cast(x, float), complex(1.0, 2.0))
% expect: 15.500000096857548+2i 15.5+2i
