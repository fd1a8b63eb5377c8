% What the declared parameters of a kernel cannot be given
function [] = __kernel__ k(x : mat, n : int, v : vec3, c : cvec, pos : ivec2)
    x[pos] = n + v[1] + real(c[pos[0]])
end
function [] = try_with(n, v, c)
    try
        x = zeros(2,2)
        parallel_do(size(x), x, n, v, c, k)
        print sum(x)
    catch e
        print e
    end
end
c = complex([1.0,2.0])
try_with(2, [1,2,3], c)
try_with([2], [1,2,3], c)
try_with("two", [1,2,3], c)
try_with(2j, [1,2,3], c)
try_with(2, [1,2], c)
try_with(2, 7, c)
try_with(2, [1,2,3], [1.0,2.0])
try_with(2, [1,2,3], nullptr)
try_with(`2', [1,2,3], c)
% Complex values of fixed size are taken part by part.
d = [1+2j, 3-4j, 5j]
y = czeros(3)
parallel_do(3, y, d, __kernel__ (y : cvec, d : cvec3, pos : int) -> y[pos] = 2*d[2-pos])
print y
% expect: 22
% expect: 22
% expect: the kernel's parameter 'n' is an int, a string was given
% expect: the kernel's parameter 'n' is an int, a cscalar was given
% expect: the kernel's parameter 'v' is a vec3, a vec[int] was given
% expect: the kernel's parameter 'v' is a vec3, an int was given
% expect: the kernel's parameter 'c' is a cvec, a vec was given
% expect: the kernel's parameter 'c' is a cvec, nullptr was given
% expect: the kernel's parameter 'n' is an int, a cell was given
% expect: [0+10i,6-8i,2+4i]
