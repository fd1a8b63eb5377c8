% Rows and matrices that grow begin with zeros(0), vec(0) and zeros(0,n) as they do with [].
% expect: begun 7 24 1.5
function [] = begun()
    n = 0
    s = 0.0
    k = vec(0)
    for i=0..3
        a = zeros(0)
        for j=0..i+1
            if mod(j,2) == 0
                a = [a, j]
            else
                a = [a, i, 0.5]
            end
        end
        n = max(n, numel(a))
        s += sum(a)
        k = [k, 1.5]
    end
    print "begun ", n, " ", s, " ", min(k)
end

% expect: rows 50 2 98 2450
% expect: none 0 2
function [] = rows()
    v = (0..99)*1.0
    L = zeros(0,2)
    M = zeros(0,2)
    for i=0..99
        if mod(i,2) == 0
            L = vertcat(L, [i, v[i]])
        end
        if v[i] > 1000
            M = vertcat(M, [v[i], 1])
        end
    end
    print "rows ", size(L,0), " ", size(L,1), " ", max(L[:,0]), " ", sum(L[:,1])
    print "none ", size(M,0), " ", size(M,1)
end
begun()
rows()
