% A cell of filters, each used as a whole at a computed place in a loop.
F = cell(6)
for k = 0..5
    F[k] = mod(reshape((0..24)*(k+3), [5,5]), 7) - 3.0
end
N = 40
x = mod(reshape(7*(0..N*N-1), [N,N]), 101)
y = zeros(N,N)
which = zeros(N,N)
for m = 2..N-3
    for n = 2..N-3
        p = x[m-2..m+2, n-2..n+2]
        best = -1.0
        for k = 0..numel(F)-1
            r = abs(sum(p.*F[k])) + F[k][2,2]
            if r > best
                best = r
                which[m,n] = k
            end
        end
        y[m,n] = best
    end
end
print sum(y), " ", sum(which), " ", y[10,10], " ", which[10,10]
% expect: 4853466 5184 3753 4
% near misses: an item gets a second name that is written to; a function of the program is given one
function [] = touch(f)
    f[0,0] = f[0,0] + 1
end
s = 0.0
for k = 0..5
    touch(F[k])
    s += sum(F[k].*F[k])
end
print s, " ", F[3][0,0]
% expect: 706 -2
s = 0.0
for k = 0..5
    q = F[k]
    q[1,1] = 100
    s += sum(q)
end
print s, " ", F[3][1,1]
% expect: 524 100
for k = 0..5
    F[k] = ones(5,5)*k
end
W = F[1]
t = zeros(12)
for m = 0..11
    k = mod(m,3)
    W += 1
    t[m] = sum(F[k])
end
print t[0..5]
% expect: [0,75,50,0,150,50]
