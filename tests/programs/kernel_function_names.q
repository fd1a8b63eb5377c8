% A function inside a kernel gives names values of its own, as one outside does: those around it stay.
function [] = in_kernel(x : mat)
    c = 2.0
    function [] = __kernel__ k(pos : int)
        function r = sets(y)
            c = y
            r = c + 1
        end
        function r = adds(y)
            c += y
            r = c + 1
        end
        function r = reads_first(y)
            r = c + 1
            c = y
            r += c
        end
        v = x[pos,0]
        x[pos,0] = sets(v) + c
        x[pos,1] = adds(v) + c
        x[pos,2] = reads_first(v) + c
    end
    parallel_do(size(x,0), k)
end
function [] = outside(x : mat)
    c = 2.0
    function r = sets(y)
        c = y
        r = c + 1
    end
    function r = adds(y)
        d = c + y
        r = d + 1
    end
    function r = reads_first(y)
        r = c + 1
        c = y
        r += c
    end
    for i = 0..size(x,0)-1
        v = x[i,0]
        x[i,0] = sets(v) + c
        x[i,1] = adds(v) + c
        x[i,2] = reads_first(v) + c
    end
end
x = zeros(3,3)
x[0,0] = 5
x[2,0] = 1
y = copy(x)
in_kernel(x)
outside(y)
print x
print sum(abs(x - y))
% expect: [ 8,10,10]
% expect: [ 3, 5, 5]
% expect: [ 4, 6, 6]
% expect: 0
