% What slices say of places outside whose ends are the same in all iterations: compiled code looks at their elements in an
% order of its own, and at none of an empty one; told is the first place of the first range, as by steps. Each loop is
% called with many ends.
function s = message(f)
    s = "none"
    try
        f()
    catch e
        s = e.message
    end
end
function [] = loop_store(X, Z, Q, y, a, b, c, d)
    for i=0..4
        X[a..b,c..d] = 2
    end
end
function [] = step_store(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        X[a..b,c..d] = 2
    end
end
function [] = loop_place(X, Z, Q, y, a, b, c, d)
    for i=0..4
        X[a,c..d] = 2
    end
end
function [] = step_place(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        X[a,c..d] = 2
    end
end
function [] = loop_steps(X, Z, Q, y, a, b, c, d)
    for i=0..4
        X[a..b,c..2..d] = 2
    end
end
function [] = step_steps(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        X[a..b,c..2..d] = 2
    end
end
function [] = loop_copy(X, Z, Q, y, a, b, c, d)
    for i=0..4
        X[a..b,c..d] = Z[a..b,c..d] + 1
    end
end
function [] = step_copy(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        X[a..b,c..d] = Z[a..b,c..d] + 1
    end
end
function [] = loop_update(X, Z, Q, y, a, b, c, d)
    for i=0..4
        X[a..b,c..d] += 1
    end
end
function [] = step_update(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        X[a..b,c..d] += 1
    end
end
function [] = loop_moving(X, Z, Q, y, a, b, c, d)
    for i=0..4
        X[i+a..i+b,c..d] = 2
    end
end
function [] = step_moving(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        X[i+a..i+b,c..d] = 2
    end
end
function [] = loop_ints(X, Z, Q, y, a, b, c, d)
    for i=0..4
        y[i] = sum(Q[a..b,c..d])
    end
end
function [] = step_ints(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        y[i] = sum(Q[a..b,c..d])
    end
end
function [] = loop_floats(X, Z, Q, y, a, b, c, d)
    for i=0..4
        y[i] = sum(X[i+a,c..d])
    end
end
function [] = step_floats(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        y[i] = sum(X[i+a,c..d])
    end
end
function [] = loop_greatest(X, Z, Q, y, a, b, c, d)
    for i=0..4
        y[i] = max(Q[a..b,c..d])
    end
end
function [] = step_greatest(X, Z, Q, y, a, b, c, d)
    {!interpreted for}
    for i=0..4
        y[i] = max(Q[a..b,c..d])
    end
end
function n = differences(compiled, steps)
    lows = [0,-1,4,9,3,-3,2]
    highs = [3,2,12,14,2,-4,9]
    n = 0
    {!interpreted for}
    for p=0..6
        {!interpreted for}
        for q=0..6
            [a, b, c, d] = [lows[p], highs[p], lows[q], highs[q]]
            s = message(() -> compiled(ones(8,9), ones(8,9), imat(8,9), zeros(9), a, b, c, d))
            t = message(() -> steps(ones(8,9), ones(8,9), imat(8,9), zeros(9), a, b, c, d))
            if s != t
                print s, "; stepped: ", t
                n += 1
            end
        end
    end
end
print differences(loop_store, step_store)
% expect: 0
print differences(loop_place, step_place)
% expect: 0
print differences(loop_steps, step_steps)
% expect: 0
print differences(loop_copy, step_copy)
% expect: 0
print differences(loop_update, step_update)
% expect: 0
print differences(loop_moving, step_moving)
% expect: 0
print differences(loop_ints, step_ints)
% expect: 0
print differences(loop_floats, step_floats)
% expect: 0
print differences(loop_greatest, step_greatest)
% expect: 0

% The words of a failure behind others that the iterations before it meet, and of a loop that reads what it stores.
function [] = late(X, k, c, d)
    for i=0..4
        X[k[i]..k[i]+1,c..d] = X[0..1,c..d] + i
    end
end
print message(() -> late(ones(8,9), [0,2,4,6,7], 1, 3))
% expect: index 8 is out of range: 'X' has 8 elements along dimension 0
print message(() -> late(ones(8,9), [0,2,4,6,7], 1, 9))
% expect: index 9 is out of range: 'X' has 9 elements along dimension 1
print message(() -> late(ones(8,9), [0,2,4,6,5], 1, 3))
% expect: none
