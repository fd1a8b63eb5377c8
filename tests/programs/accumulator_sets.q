% Elements that an inner loop of few iterations updates are accumulators of their own, also where its end is known only
% when the loop is reached; of many iterations, and where the counter is used later, the loop runs in order.
function [s, t] = weights(x : vec, mu : vec)
    K = numel(mu)
    s = zeros(K)
    t = zeros(K)
    for i = 0..numel(x)-1
        p = zeros(K)
        total = 0.0
        for k = 0..K-1
            p[k] = 1/(1 + (x[i] - mu[k])^2)
            total += p[k]
        end
        for k = 0..K-1
            s[k] += p[k]/total
            t[k] += p[k]/total*x[i]
        end
    end
end
function s = directions(x : vec, mu : vec)
    s = zeros(numel(mu))
    for i = 0..numel(x)-1
        w = x[i]*2
        for k = 0..numel(mu)-1
            if w > mu[k]
                s[k] += w
            end
        end
    end
end
function G = gram(A : mat)
    G = zeros(3, 3)
    for i = 0..size(A,0)-1
        w = 0.5*A[i,0] + 1
        for k = 0..2
            for l = 0..2
                G[k,l] += w*A[i,k]*A[i,l]
            end
        end
    end
end
function h = counts(x : vec, K : int)
    h = ivec(K)
    for i = 0..numel(x)-1
        w = int(x[i])
        for k = 0..K-1
            h[k] += and(w, shl(1, k)) != 0
        end
    end
end
function [s, last] = in_order(x : vec, n : int)
    s = zeros(n)
    last = 0
    for i = 0..numel(x)-1
        w = x[i]
        for k = 0..n-1
            s[k] += w
        end
        last = k
    end
end
x = mod((0..9999)*7919, 1009)*0.01
[s, t] = weights(x, [1.0, 4.0, 8.0])
printf("%.1f %.1f %.1f %.0f %.0f\n", s[0], s[1], s[2], sum(s), sum(t))
% expect: 2652.7 3481.3 3866.0 10000 50410
[s, t] = weights(x, [1.0, 4.0])
printf("%.0f %.0f\n", sum(s), sum(t))
% expect: 10000 50410
[s, t] = weights(x, linspace(0, 10, 40))
printf("%.0f %.0f\n", sum(s), sum(t))
% expect: 10000 50410
d = directions(x, [1.0, 5.0, 30.0])
printf("%.0f %.0f %g %d\n", d[0], d[1], d[2], sum(directions(x, linspace(0, 10, 20))) > 0)
% expect: 100568 94602 0 1
A = reshape(mod((0..299)*13, 7)*1.0, 100, 3)
G = gram(A)
print max(abs(G - transpose(A)*(repmat((0.5*A[:,0] + 1), 1, 3).*A))) == 0
% expect: 1
print counts(x, 4), counts(x, 3), counts(x, 20)[0..3]
% expect: [4956,4055,3963,2073][4956,4055,3963][4956,4055,3963,2073]
[s, last] = in_order(x, 4)
print s[0] == s[3], last
% expect: 13
