% A print as the body of a lambda, or one of several statements
function [] = each(c, f)
    for x = c
        f(x)
    end
end
each(`1, "b"', x -> print(x, "!"))
each(`2', x -> print "item " + x)
g = (x, y) -> (t = x + y; print(t, " of ", x); print (t)*2)
g(3, 4)
parallel_do([1,2], __kernel__ (pos : ivec2) -> print(pos, " ", pos[1]*2))
% expect: 1!
% expect: b!
% expect: item 2
% expect: 7 of 3
% expect: 14
% expect: [0,0] 0
% expect: [0,1] 2
