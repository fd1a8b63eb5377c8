% Lambdas that are given to functions: the loops there are reported with what the lambdas name where they are written, whatever has these
% names in the function.
function y = applied(f, n)
    x = "not the lambda's"
    y = zeros(n)
    for i=0..n-1
        y[i] = f(i)
    end
    assert(numel(x) > 0)
end
function y = doubled(g, n)
    y = applied(i -> 2*g(i), n)
end
function [] = main()
    x = [5, 3, 1, 2]
    s = 3
    print applied(i -> s*x[i], 4)
    print doubled(i -> s*x[i], 4)
end
% loop 6: map
% expect: [15,9,3,6]
% expect: [30,18,6,12]
