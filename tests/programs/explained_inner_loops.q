% Loops inside one that is stepped are reported as they are compiled: with what is known where they begin. What functions
% of the library, functions that make instances and generic ones give has a type before the program runs.
type group : class
    count : int
    weights : vec
end

function g : group = make_group(n : int)
    g = group(count:=n, weights:=ones(n))
end
function y = doubled[T](x : mat[T])
    y = mat[T](size(x,0), 2)
    for i=0..size(x,0)-1
        y[i,0] = 2*x[i,0]
        y[i,1] = x[i,1]
    end
end
% loop 13: map

function [] = main(n : int = 3)
    total = 0.0
    for k=1..2
        print "step ", k
        g = make_group(n)
        for i=0..g.count-1
            total += g.weights[i]
        end
        [v, d] = symeig(eye(3)*k)
        for i=0..2
            total += d[i]*v[i,i]
        end
        [rows, columns] = size(v, 0..1)
        a = horzcat(v, v)
        for i=0..rows-1
            t = zeros(4)
            for j=0..3
                t[3-j] = a[i,j]
            end
            total += t[0]
        end
        s = sum(doubled(cast(v, int)))
        m = max(gaussian_filter(v, 1), [], 1)
        for i=0..rows-1
            total += m[i,0]*s
        end
    end
    print total
end
% loop 22: interpreted R901
% loop 25: reduction + total
% loop 29: reduction + total
% loop 34: reduction + total
% loop 43: reduction + total
% expect: step 1
% expect: step 2
% expect: 24.620495
