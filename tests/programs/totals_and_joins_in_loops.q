% Totals along a dimension, joined and repeated matrices of arrays that an iteration makes, of known and of computed extents: what the
% statements give outside.
x = reshape(mod((0..40*120-1)*7919, 1000), [40,120])*0.01 - 5

function [] = fill(G : mat, x : mat, i : int)
    for a=0..size(G,0)-1
        for b=0..size(G,1)-1
            G[a,b] = x[i, a*size(G,1)+b]
        end
    end
end

% expect: totals 0 0 0
function [] = totals(x : mat, n : int, m : int)
    e = zeros(40, 3)
    {!parallel for}
    for i=0..39
        G = zeros(n, m)
        fill(G, x, i)
        A = reshape(x[i,0..n*m-1], [n,m])
        c = mean(G,0)
        d = sum(G,1)
        for b=0..m-1
            s = 0.0
            for a=0..n-1
                s += x[i,a*m+b]
            end
            e[i,0] += abs(c[0,b] - s/n) < 1e-5 ? 0 : 1
        end
        for a=0..n-1
            t = 0.0
            u = -inf
            for b=0..m-1
                t += x[i,a*m+b]
                u = max(u, x[i,a*m+b])
            end
            e[i,1] += abs(d[a,0] - t) < 1e-5 ? 0 : 1
            w = max(G, [], 1)
            e[i,2] += w[a,0] == u ? 0 : 1
        end
    end
    print "totals ", sum(e[:,0]), " ", sum(e[:,1]), " ", sum(e[:,2])
end

% Centred rows, and their covariance.
% expect: centred 0
function [] = centred(x : mat, n : int, m : int)
    e = zeros(40)
    {!parallel for}
    for i=0..39
        G = zeros(n, m)
        fill(G, x, i)
        D = G - repmat(mean(G,0), n, 1)
        C = transpose(D)*D/(n-1)
        r = zeros(m, m)
        for a=0..m-1
            for b=0..m-1
                for k=0..n-1
                    r[a,b] += D[k,a]*D[k,b]/(n-1)
                end
            end
        end
        e[i] = max(abs(C - r)) < 1e-3 ? 0 : 1
        e[i] += abs(sum(D)) < 1e-3 ? 0 : 1
    end
    print "centred ", sum(e)
end

% expect: joined 0 0
function [] = joined(x : mat, n : int, m : int)
    e = zeros(40, 2)
    {!parallel for}
    for i=0..39
        G = zeros(n, m)
        fill(G, x, i)
        H = horzcat(G, 2*G)
        V = vertcat(G, eye(m))
        for a=0..n-1
            for b=0..m-1
                e[i,0] += H[a,b] == G[a,b] && H[a,m+b] == 2*G[a,b] ? 0 : 1
                e[i,1] += V[a,b] == G[a,b] ? 0 : 1
            end
        end
        e[i,1] += abs(sum(V) - sum(G) - m) < 1e-3 ? 0 : 1
    end
    print "joined ", sum(e[:,0]), " ", sum(e[:,1])
end

totals(x, 10, 12)
centred(x, 12, 10)
joined(x, 12, 10)
