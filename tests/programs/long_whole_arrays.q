% zeros(256) in an iteration is memory, and what is done to it as a whole are loops: they give what the statements give outside.
x = reshape(mod((0..40*256-1)*7919, 1000), [40,256])*0.01 - 5

% expect: same 0 0 0 0
function [] = same(x : mat)
    e = zeros(4)
    for i=0..39
        h = zeros(256)
        for k=0..255
            h[k] = x[i,k]
        end
        r = x[i,0..255]
        [v,o] = sort(h)
        [u,q] = sort(r)
        e[0] += max(abs(v - u)) + max(abs(o - q))
        [m,p] = max(h)
        [n,l] = max(r)
        e[1] += abs(m - n) + abs(p - l) + abs(argmin(h) - argmin(r)) + abs(median(h) - median(r))
        e[2] += abs(std(h) - std(r)) + abs(sum(h) - sum(r)) + abs(norm(h) - norm(r)) + abs(mean(h) - mean(r))
        g = cumsum(h/sum(h))
        f = cumsum(r/sum(r))
        e[3] += max(abs(g - f)) + abs(sum(h[h > 0]) - sum(r[r > 0]))
    end
    print "same ", e[0], " ", e[1], " ", e[2], " ", e[3]
end

% Equalised tiles: a histogram that is clipped and summed up.
% expect: tiles 128.00 255 0
function [] = tiles()
    y = zeros(4, 256)
    s = mod((0..4*64*64-1)*7919, 256)
    for a=0..3
        h = zeros(256)
        for k=0..64*64-1
            h[int(s[a*64*64+k])] += 1
        end
        limit = 16.0
        excess = sum(max(h - limit, 0))
        h = min(h, limit) + excess/256
        y[a,:] = cumsum(h)*255/(64*64)
    end
    print "tiles ", sprintf("%.2f", mean(y)), " ", max(y), " ", int(min(y))
end

% A function is given such an array by reference; a second name is the array, copy makes another one.
function [] = cut(v, limit)
    v[v > limit] = limit
end
% expect: names 256 768 1 10
function [] = names()
    y = zeros(3, 4)
    for i=0..2
        h = (i+1)*ones(256)
        b = h
        c = copy(h)
        cut(h, 1)
        y[i,0] = sum(b)
        y[i,1] = sum(c)
        b[7] = 10
        y[i,2] = h[6]
        y[i,3] = h[7]
    end
    print "names ", y[2,0], " ", y[2,1], " ", y[2,2], " ", y[2,3]
end

% Identity matrices of extents known and not; matrices of more than 64 elements.
% expect: identities [1,2,3] [20,20,20] 110
function [] = identities()
    y = zeros(3)
    z = zeros(3)
    n = [1,2,3]
    t = 0.0
    for i=0..2
        q = eye(n[i])
        y[i] = sum(q)
        z[i] = sum(eye(20))
        G = 2*eye(10)
        G[3,:] = 10
        H = transpose(G)
        t = sum(H[:,3]) + sum(G[3,0..0])
    end
    print "identities ", y, " ", z, " ", t
end

same(x)
tiles()
names()
identities()
