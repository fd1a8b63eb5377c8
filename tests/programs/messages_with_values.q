% Messages of `error` and `assert` in loops and kernels hold the numbers of the iteration or position that failed, without keeping the loop
% from running in parallel.
function [] = try_it(f)
    try
        f()
    catch e
        print e
    end
end
x = linspace(1, -1, 2001)
function [] = check(x)
    for i = 0..numel(x)-1
        if x[i] < -0.5
            error("x[%d] is %.3f", i, x[i])
        end
    end
end
check(ones(100))
try_it(() -> check(x))
% expect: x[1501] is -0.501
function y = positive_sum(x)
    y = 0.0
    for i = 0..numel(x)-1
        assert(x[i] > -0.9, "negative: ", x[i], " at ", i)
        y += x[i]
    end
end
try_it(() -> print(positive_sum(x)))
% expect: negative: -0.9 at 1900
try_it(() -> print(positive_sum(x[0..999]) > 0))
% expect: 1
function [] = sizes(m)
    for i = 0..size(m,0)-1
        for j = 0..size(m,1)-1
            assert(m[i,j] >= 0, "50% of [" + i + "," + j + "]: " + m[i,j])
            m[i,j] = sqrt(m[i,j])
        end
    end
end
m = ones(40, 30)
m[20,7] = -2
m[20,9] = -3
try_it(() -> sizes(m))
% expect: 50% of [20,7]: -2
function [] = __kernel__ k(x : mat, pos : ivec2)
    if x[pos] < 0
        error(sprintf("%s at %d,%d", x[pos], pos))
    end
end
function [] = __kernel__ at(x : mat, n : int, pos : ivec2)
    assert(x[pos] >= 0, "negative at ", pos, " of ", n)
end
function [] = __kernel__ many(x : mat, pos : ivec2)
    assert(x[pos] >= 0, "at %d %d: %f %f", pos, x[pos], x[pos+[0,1]])
end
m = ones(40, 30)
m[20,7] = -2.5
m[20,9] = -3
try_it(() -> parallel_do(size(m), m, k))
% expect: -2.5 at 20,7
try_it(() -> parallel_do(size(m), m, 5, at))
% expect: negative at [20,7] of 5
try_it(() -> parallel_do(size(m), m, many))
% expect: at ... ...: ... ...
% Texts that are known where the loop is compiled, and what the library says.
function [] = values(p)
    y = zeros(4)
    for i = 0..3
        y[i] = polyval(p, i)
    end
    print y
end
try
    values(ones(2,2))
catch e
    print e
end
% expect: polyval: 2 x 2 coefficients; a polynomial is a vector
function y = __device__ checked(x : scalar, name : string)
    y = x
    if x > 2
        error(sprintf("%s: %d is more than %s", name, x, "two"))
    end
end
s = 0.0
try
    for i = 0..5
        s += checked(i, "sum")
    end
catch e
    print e
end
% expect: sum: 3 is more than two
{!serial for}
for i = 0..5
    assert(i != 4, "i is %d, odd %d", i, mod(i, 2) == 1)
end
% error Q0403 at 96:5
