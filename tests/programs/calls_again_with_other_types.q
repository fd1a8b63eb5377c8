% Calls of one text with arguments of other types, ranks and extents: what earlier calls bound or chose stays theirs.
function y : vec[T] = twice[T](x : vec[T], n : T)
    y = x + x
    y[0] = n
end
function t = kind[T](x : T)
    t = type(x, int) ? "int" : "other"
end
function t = shape_of(x : vec)
    t = "vec"
end
function t = shape_of(x : mat)
    t = "mat"
end
function t = of_size(x : vec3)
    t = "three"
end
function t = of_size(x : vec)
    t = "any"
end
function t = of_size(x : scalar)
    t = "one"
end
function [a, b] = extents(x)
    [a, b] = size(x, 0..1)
end
function [a, b, c] = three_extents(x)
    [a, b, c] = size(x, 0..2)
end
function y = with_own_size(x)
    size = (a, b) -> [70, 80]
    [p, q] = size(x, 0..1)
    y = p + q
end
function c : int = counts(n : int8)
    c = n
    for i = 0..2
        c += n
    end
end

{!interpreted for}
for round = 0..2
    a = twice([1, 2], 7)
    b = twice([1.5, 2], 7)
    c = twice([1.5, 2], complex(0, 1))
    d = twice(int8([100, 100]), 3)
    print(a, b, c, d)
    print(kind(1), kind(1.5), kind("a"), kind([1, 2]), kind(1))
    print(shape_of([1, 2]), shape_of(ones(2, 2)), shape_of(ones(1, 4)), shape_of(ones(4, 1)), shape_of(ones(1, 1)), shape_of(zeros(0)))
    print(of_size([1, 2, 3]), of_size([1, 2]), of_size(4), of_size([4]))
    [p, q] = extents(ones(2, 3))
    [r, s, t] = three_extents(ones(2, 3, 4))
    [u, v, w] = three_extents(ones(5, 6))
    [k, l] = extents(cell(3, 2))
    [m, n] = extents(9)
    print(p, q, r, s, t, u, v, w, k, l, m, n)
    print(with_own_size(1), counts(int8(100)), counts(3))
end
% expect: [7,4][7,4][0+1i,4+0i][3,-56]
% expect: intotherotherotherint
% expect: vecmatmatmatmatvec
% expect: anyanyoneany
% expect: 232345613211
% expect: 15040012
% expect: [7,4][7,4][0+1i,4+0i][3,-56]
% expect: intotherotherotherint
% expect: vecmatmatmatmatvec
% expect: anyanyoneany
% expect: 232345613211
% expect: 15040012
% expect: [7,4][7,4][0+1i,4+0i][3,-56]
% expect: intotherotherotherint
% expect: vecmatmatmatmatvec
% expect: anyanyoneany
% expect: 232345613211
% expect: 15040012
