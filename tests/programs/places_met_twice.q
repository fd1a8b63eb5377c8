% An element that a list of places names twice is updated once: all elements are read before one is written, in loops as outside.
function [] = same(a, b)
    assert(numel(a) == numel(b) && max(abs(a[:] - b[:])) == 0)
end
function [x, n, m] = compiled()
    x = zeros(4); n = [1,2,3,4]; m = zeros(3,4); at = [2,2,1]
    for i=0..3
        k = mod(i,2)
        x[[k,1,k]] += [1,2,4]
        x[[i,0]] *= [2,3]
        n[[k,k,1]] -= i
        m[1,[k,1]] += [i,5]
        m[[k,1,2],2] += x[[0,1,2]]
        x[[1,2]] += 1
        x[at] += [1,2,3]
        v = vec3(1,2,3)
        v[[k,k]] += [4,5]
        m[2,1] += v[k] + v[0]
        p = [1,2,3]
        p[[k,0,k]] *= [2,3,5]
        m[2,3] += sum(p)
        x[[k,k]] ^^= [2, 11]
    end
end
function [x, n, m] = stepped()
    x = zeros(4); n = [1,2,3,4]; m = zeros(3,4); at = [2,2,1]
    {!interpreted for}
    for i=0..3
        k = mod(i,2)
        x[[k,1,k]] += [1,2,4]
        x[[i,0]] *= [2,3]
        n[[k,k,1]] -= i
        m[1,[k,1]] += [i,5]
        m[[k,1,2],2] += x[[0,1,2]]
        x[[1,2]] += 1
        x[at] += [1,2,3]
        v = vec3(1,2,3)
        v[[k,k]] += [4,5]
        m[2,1] += v[k] + v[0]
        p = [1,2,3]
        p[[k,0,k]] *= [2,3,5]
        m[2,3] += sum(p)
        x[[k,k]] ^^= [2, 11]
    end
end
[a, b, c] = compiled()
[d, e, f] = stepped()
same(a, d)
same(b, e)
same(c, f)

w = [1.0,2,3]
w[[0,0]] += [1,5]
same(w, [6,2,3])

y = zeros(3,4)
for i=0..2
    y[i,[3,0,3]] += [1,2,4]
end
same(y, [[2,0,0,4],[2,0,0,4],[2,0,0,4]])

z = zeros(2)
for i=0..9
    z[[0,0]] += [1,5]
end
same(z, [50,0])
print "done"
% expect: done
