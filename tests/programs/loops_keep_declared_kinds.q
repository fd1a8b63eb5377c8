% Compiled loops convert what is assigned to fields and values of a declared size in each iteration, as steps do.
type tally : class
    n : int
    v : ivec2
end
function [] = fields()
    r = tally(6, ivec2(9,6))
    a = [1,2,3]
    for i=0..3
        r.n -= 1.5
        a = a .* 1
    end
    print r.n
    for i=0..3
        r.v -= 0.5
    end
    print r.v
    n : int = 100
    for i=0..3
        n /= 8
        a = 1 .* a
    end
    print type(n), " ", n
end
fields()
% expect: -1
% expect: [5,2]
% expect: int 0
function [] = sizes()
    f : ivec2 = [9, 6]
    for i=0..4
        f = f + 1.5
    end
    print type(f), " ", f
    u : vec[uint8](3) = [1,2,3]
    for i=0..0
        u[1] = -1.5
    end
    print u
    for i=0..2
        u = u - 0.125
    end
    print u
    g = ivec2(9, 6)
    for i=0..4
        g = g + 1.5
    end
    print type(g), " ", g
    h = ivec3(2, -2, 4)
    a = [0.125, -0.75, 0.25, 0.125]
    for i=0..3
        h = a[1..3]
    end
    print h
end
sizes()
% expect: ivec2 [14,11]
% expect: [1,0,3]
% expect: [0,0,0]
% expect: vec2 [16.5,13.5]
% expect: [-0.75,0.25,0.125]
% An array that each iteration makes and nobody reads.
for i=0..2
    l = 0..2
    l[i] = 1
end
print i
% expect: 2
% What is wrong in an arm that is not taken is not met.
function y = arms(k)
    y = 0
    for i=0..2
        match k with
        | 0 -> y += sum([[1,2],[3,4]] > [1,2,3,4])
        | _ -> y += k > 0 ? i : sum([1,2] + [1,2,3])
        end
    end
end
print arms(1)
% expect: 3
try
    print arms(0)
catch e
    print e
end
% expect: extents do not fit: 2 x 2 and 4
