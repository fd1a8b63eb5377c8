% Functions whose calls are prepared once: defaults, generic parameters, several of one name, match, values for several names.
function y = scaled(x, factor = 2, offset = factor + 1)
    y = x*factor + offset
end
function y = scaled_typed(x : vec, factor : scalar = 0.5, mode : string = "plain")
    match mode with
    | "plain" -> y = x*factor
    | "turned" -> y = -x*factor
    | _ -> y = x
    end
end
function y = counts[T](x : mat[T], n : T)
    y = "other"
    if type(n, int)
        y = "ints"
    end
    y = y + sprintf(" %d", size(x, 0)*size(x, 1))
end
function y : T = twice[T](x : T)
    y = x + x
end
function r = kind_of(x : scalar)
    r = "scalar"
end
function r = kind_of(x : vec)
    r = "vec"
end
function r = kind_of[T](x : mat[T])
    r = "mat"
end
function r = kind_of(x : string)
    r = "text"
end
function [] = kinds(x)
    print kind_of(x), " ", kind_of(1), " ", kind_of("a"), " ", kind_of([1,2,3]), " ", kind_of(zeros(2,2) > 0)
end
function v = matched(x)
    match x with
    | "one" -> v = 1
    | 2 -> v = 2
    | {3, 4} -> v = 34
    | [5, 6] -> v = 56
    | int -> v = -1
    | scalar -> v = -2
    | _ -> v = 0
    end
end
function [a, b, c] = taken(x)
    [a, b] = [size(x, 0), size(x, 1)]
    [a, b] = [b, a]
    [c, d] = size(x, 1..2)
    c = c*10 + d
end
function [] = numbers(x, pi)
    print numel(x), " ", x[0], " ", pi, " ", 2*eps > 0, " ", size(x, 0), size(x, 5)
    size = 7
    print size
end
function [m, k] = largest(x)
    [m, k] = max(x)
end
function y = chosen(a, b, c)
    y = c ? [a, b, 1.5] : zeros(a, b)
end
function y = nothing_given(x)
    if x > 0
        y = x
    end
end
function [] = main()
    print scaled(3), " ", scaled(3, 4), " ", scaled(3, 4, 5), " ", scaled([1,2])
    print scaled_typed([1,2]), scaled_typed([1,2], 3), scaled_typed([1,2], 3, "turned"), scaled_typed([1,2], 3, "else")
    print counts(imat(2,3), 1), " ", counts(ones(2,2), 1.5)
    print twice(3), " ", twice(1.25), " ", twice([1,2])
    kinds(1.5)
    kinds("x")
    kinds([1.0,2])
    print matched("one"), matched(2), matched(4), matched([5,6]), matched(9), matched(2.5), matched("none")
    [a, b, c] = taken(zeros(3, 4))
    print a, b, c
    numbers(4.5, 3)
    [m, k] = largest([3, 9, 4])
    print m, " ", k
    print chosen(2, 3, true), chosen(2, 3, false)
    k = 0
    while k < 3
        [p, q] = [k + 1, k]
        [p, q] = [q, p]
        print p, q, " ", scaled(k), " ", kind_of(k), " ", twice(k)
        k += 1
    end
    for bad = 0..3
        try
            if bad == 0
                print nothing_given(-1)
            elseif bad == 1
                print counts([1,2], 3)
            elseif bad == 2
                print scaled(1, 2, 3, 4)
            else
                [u, v] = numel([1, 2])
                print u, v
            end
        catch ex
            print ex
        end
    end
end

% An array that a complex parameter has converted is a copy, which is not written.
function [] = set_first(z : cmat)
    z[0,0] = 5
end
for kind = 0..1
    try
        z = kind == 0 ? ones(2,2) : complex(ones(2,2), ones(2,2))
        set_first(z)
        print z[0,0]
    catch ex
        print ex
    end
end
% expect: 'z' cannot be written: it is 'const, or a copy made for a parameter of another element type
% expect: 5+0i

% expect: 9 17 17 [5,7]
% expect: [0.5,1][3,6][-3,-6][1,2]
% expect: ints 6 other 4
% expect: 6 2.5 [2,4]
% expect: scalar scalar text vec mat
% expect: text scalar text vec mat
% expect: vec scalar text vec mat
% expect: 123456-1-20
% expect: 4341
% expect: 1 4.5 3 1 11
% expect: 7
% expect: 9 1
% expect: [2,3,1.5][0,0,0]
% expect: [0,0,0]
% expect: 01 3 scalar 0
% expect: 12 5 scalar 2
% expect: 23 7 scalar 4
% expect: 'nothing_given' did not assign its output 'y'
% expect: ints 2
% expect: 'scaled' takes 1 to 3 arguments, not 4
% expect: the call gives 1 value, not 2
