% Variables of this file that its functions read.
import "deeper/inner_constants.q"
k = 3
v = [1,2,3]
k2 = k*k
g = x -> x + 1
print times_k(1)
function y = times_k(x)
    y = k*x
end
function y = scaled(x)
    y = k2*x + v[1]
end
function y = scaled(x, more : int)
    y = k*x + more
end
function y = own(x)
    k = 7
    y = k*x
end
function y = __device__ shifted(x : scalar)
    y = x*k2 + v[2]
end
function [] = __kernel__ shift_all(x : mat, y : mat, pos : ivec2)
    y[pos] = shifted(x[pos]) + k
end
function y = nested(x)
    function z = inside(t)
        z = t + k2
    end
    y = inside(x) + g(x)
end
function y = summed(n)
    y = 0
    for i=0..n-1
        y += k2*i + scaled(1)
    end
end
k2 = 10
try
    k3 = k + 1
catch e
    k3 = 0
end
function y = tried(x)
    y = x*k3
end
