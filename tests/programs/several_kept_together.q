% [best, k] = [x[i], i] is the two assignments one after the other where neither value reads what the other changes.
function [] = main()
    x = mod((0..99999)*7919, 100003)*1.0
    [best, k] = [x[0], 0]
    for i=0..numel(x)-1
        if x[i] < best
            [best, k] = [x[i], i]
        end
    end
    print best, " ", k
    % expect: 0 0
    [b2, r, c] = [-1.0, 0, 0]
    A = reshape(x, 250, 400)
    for i=0..249
        for j=0..399
            if A[i,j] > b2
                [b2, r, c] = [A[i,j], i, j]
            end
        end
    end
    print b2, " ", r, " ", c
    % expect: 100002 131 285
    [k, best] = [0, 1e9]
    for i=0..numel(x)-1
        d = abs(x[i] - 50000.2)
        if d < best
            [k, best] = [i, d]
        end
    end
    print best, " ", k
    % expect: 0.19921875 29026
    % near misses
    [f, g] = [0, 1]
    for i=0..10
        [f, g] = [g, f+g]
    end
    print f, " ", g
    % expect: 89 144
    [a, b] = [1, 2]
    for i=0..10
        [a, b] = [b, a]
    end
    print a, " ", b
    % expect: 2 1
    [best, prev] = [x[0], -1.0]
    for i=0..numel(x)-1
        if x[i] > best
            [prev, best] = [best, x[i]]
        end
    end
    print best, " ", prev
    % expect: 100002 100001
    [best, prev] = [x[0], -1.0]
    for i=0..numel(x)-1
        if x[i] > best
            [best, prev] = [x[i], best]
        end
    end
    print best, " ", prev
    % expect: 100002 100001
    s = 0.0
    n = 0
    for i=0..999
        [s, n] = [s + x[i], n + 1]
    end
    print s, " ", n
    % expect: 49923336 1000
end
