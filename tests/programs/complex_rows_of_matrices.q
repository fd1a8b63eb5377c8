% Rows of complex matrices: beamforming, coils that are combined.
function [d, r] = combined(X : cmat, Y : cmat, w : cvec)
    n = size(X,0)
    d = czeros(n, 3)
    r = zeros(n, 4)
    for k=0..n-1
        d[k,0] = sum(X[k,:] .* conj(Y[k,:]))
        d[k,1] = mean(X[k,:])
        d[k,2] = sum(-X[k,:] + 2*w) * 1j
        r[k,0] = abs(sum(X[k,:] .* w))^2
        r[k,1] = sqrt(sum(abs(X[k,:]).^2))
        r[k,2] = norm(X[k,:])
        r[k,3] = sum(real(X[k,:]) .* imag(Y[k,:]))
    end
end
function [d, r] = stepped(X : cmat, Y : cmat, w : cvec)
    n = size(X,0)
    d = czeros(n, 3)
    r = zeros(n, 4)
    {!interpreted for}
    for k=0..n-1
        d[k,0] = sum(X[k,:] .* conj(Y[k,:]))
        d[k,1] = mean(X[k,:])
        d[k,2] = sum(-X[k,:] + 2*w) * 1j
        r[k,0] = abs(sum(X[k,:] .* w))^2
        r[k,1] = sqrt(sum(abs(X[k,:]).^2))
        r[k,2] = norm(X[k,:])
        r[k,3] = sum(real(X[k,:]) .* imag(Y[k,:]))
    end
end
widths = [17, 32, 40, 300, 700, 2100]
for k=0..numel(widths)-1
    n = widths[k]
    t = reshape(float(0..8*n-1), [8,n])
    X = complex(sin(t .* 0.7), cos(t .* 1.9))
    Y = complex(cos(t .* 0.3), sin(t .* 2.9))
    w = exp(1j .* float(0..n-1))
    [d, r] = combined(X, Y, w)
    [e, s] = stepped(X, Y, w)
    print sum(sum(d != e)), " ", sum(sum(r != s))
end
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
function [] = __kernel__ weighted(X : cmat, w : cvec, s : cvec, Z : cmat, pos : int)
    s[pos] = sum(X[pos,:] .* w)
    Z[pos,:] = X[pos,:] ./ norm(X[pos,:])
end
X = complex(sin(reshape(float(0..319), [8,40])), cos(reshape(float(0..319) .* 3, [8,40])))
w = exp(1j .* float(0..39))
s = czeros(8)
Z = czeros(8,40)
parallel_do(8, X, w, s, Z, weighted)
wrong = 0
{!interpreted for}
for k=0..7
    wrong += s[k] != sum(X[k,:] .* w)
    wrong += sum(Z[k,:] != X[k,:] ./ norm(X[k,:]))
end
print wrong
% expect: 0
