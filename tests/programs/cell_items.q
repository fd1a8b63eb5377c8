% Items of a cell of instances of one plain class, at places that iterations and threads compute.
type point : class
    x : scalar
    y : scalar
end
type body : class
    m : scalar
    n : int
    on : bool
    v : vec2
    at : point
end
type world : mutable class
    list : vec[body]
    count : int
end

function d = __device__ dist2(a : body, b : body)
    d = (a.at.x - b.at.x)^2 + (a.at.y - b.at.y)^2
end

function w : world = make(n : int)
    w = world(list:=vec[body](2*n), count:=n)
    for i = 0..n-1
        w.list[i] = body(m:=1.0+mod(i,3), n:=i, on:=mod(i,5) != 0, v:=[i*0.5, -i], at:=point(x:=mod(7*i,13), y:=mod(5*i,11)))
    end
end

function e = energy(w)
    e = 0.0
    for i = 0..w.count-1
        for j = 0..w.count-1
            if i != j
                e += w.list[i].m*w.list[j].m/(1 + dist2(w.list[i], w.list[j]))
            end
        end
    end
end

function [] = nearest(w, best : ivec)
    for i = 0..w.count-1
        p = w.list[i]
        low = inf
        for j = 0..w.count-1
            q = w.list[j]
            if j != i && q.on
                d = (p.at.x - q.at.x)^2 + (p.at.y - q.at.y)^2 + 0.01*abs(p.v[0] - q.v[1])
                if d < low
                    low = d
                    best[i] = q.n
                end
            end
        end
    end
end

% A name is a copy: it keeps what the item was.
function [] = move(w, dt : scalar)
    for i = 0..w.count-1
        b = w.list[i]
        w.list[i].at.x += dt*b.v[0]
        w.list[i].v += [0.5, b.at.x]
        w.list[i].v[1] *= 2
        w.list[i].on = b.n > 10
        w.list[i].n += 1
    end
end

% Two names of one cell, and values that were taken out of it before.
function s = through_two_names(n : int)
    c = vec[body](n)
    d = c
    kept = c[2]
    for i = 0..n-1
        c[i].m = i + 1
    end
    s = kept.m
    for i = 1..n-1
        c[i].m = d[i-1].m + d[i].m
    end
    s += 1000*d[n-1].m
end

% Fields keep their types; an item that is not there is an error.
function s = past_the_end(w, k : int)
    s = 0.0
    try
        for i = 0..9
            s += w.list[i+k].m
        end
    catch e
        print e
    end
end

% The best of each row of a matrix of records.
function r = best_of_rows(g, n : int)
    r = zeros(n, 3)
    for i = 0..n-1
        best = g[i,0]
        at = 0
        for j = 1..n-1
            if g[i,j].m > best.m
                best = g[i,j]
                at = j
            end
        end
        r[i,:] = [best.m, at, best.v[1]]
    end
end

function [] = __kernel__ attract(bodies : vec[body], acc : mat, n : int, pos : int)
    a = [0.0, 0.0]
    p = bodies[pos]
    for k = 0..n-1
        q = bodies[k]
        if k != pos
            a += q.m*[q.at.x - p.at.x, q.at.y - p.at.y]/(1 + dist2(p, q))
        end
    end
    acc[pos,0..1] = a
end

function [] = __kernel__ recount(bodies : vec[body], pos : int)
    bodies[pos].n += numel(bodies) + int(2*bodies[pos].m)
end

w = make(40)
print round(energy(w)*100)
best = ivec(40)
nearest(w, best)
print best
spare = w.list[3]
move(w, 0.25)
print w.list[3].at.x, " ", w.list[3].v, " ", w.list[3].on, " ", w.list[39].n, " ", spare.v, " ", spare.at.x
% expect: 54930
% expect: [34,12,13,14,17,16,17,18,19,22,21,22,1,2,1,2,3,4,7,6,7,8,9,12,37,12,13,14,17,16,17,18,19,22,21,24,23,24,27,26]
% expect: 8.375 [2,10] 0 40 [1.5,-3] 8

acc = zeros(40,2)
parallel_do(40, w.list, acc, w.count, attract)
parallel_do(40, w.list, recount)
print round(acc[7,:]*1000), round(sum(acc, 0)*1000), " ", w.list[7].n
% expect: [-2079,6991][1747,1881] 92

print through_two_names(50)
% expect: 1275000

print past_the_end(w, 0)
% expect: 19
past_the_end(w, 75)
% expect: index 80 is out of range: 'w.list' has 80 items along dimension 0

t = 0.0
k = 0
while k < 40
    t += w.list[k].m
    k += 1
end
print t
% expect: 79

g = mat[body](4,4)
for i = 0..3
    for j = 0..3
        g[i,j] = body(m:=mod(7*i+3*j,11), v:=[i,j])
    end
end
print best_of_rows(g, 4)
% expect: [ 9, 3, 3]
% expect: [10, 1, 1]
% expect: [ 9, 2, 2]
% expect: [10, 0, 0]
