% Cells of instances of a plain class in kernels, device functions and loops: fields are read and written at computed places, whole items
% copied, made and given to functions.
type particle : class
    x : vec2
    v : vec2
    m : scalar
    n : int
end
function [] = __kernel__ step(p : vec[particle], dt : scalar, pos : int)
    p[pos].x += dt*p[pos].v
    p[pos].n = p[pos].n + pos
end
function e = __device__ energy(q : particle)
    e = 0.5*q.m*sum(q.v.^2)
end
function [] = __kernel__ energies(p : vec[particle], y : vec, pos : int)
    y[pos] = energy(p[pos]) + numel(p)
end
p = vec[particle](4)
for i=0..3
    p[i].x = [i, 2*i]
    p[i].v = [1, 2]
    p[i].m = i + 1
end
first = p[1]
parallel_do(4, p, 0.5, step)
print p[2].x, " ", p[3].n, " ", first.x
% expect: [2.5,5] 3 [1,2]
y = zeros(4)
parallel_do(4, p, y, energies)
print y
% expect: [6.5,9,11.5,14]

% Several threads add to one record.
type total : class
    count : int
    place : ivec2
end
t = vec[total](2)
function [] = __kernel__ tally(t : vec[total], pos : int)
    t[mod(pos,2)].count += pos
    t[mod(pos,2)].place += [1,pos]
end
parallel_do(10, t, tally)
print t[0].count, " ", t[1].count, " ", t[0].place, " ", t[1].place
% expect: 20 25 [5,20] [5,25]

% Two names of one cell are one.
function [] = __kernel__ both(a : vec[total], b : vec[total], y : vec, pos : int)
    a[pos].count = 7
    y[pos] = b[pos].count
end
y = zeros(2)
parallel_do(2, t, t, y, both)
print y, " ", t[0].count
% expect: [7,7] 7

% Items as values: a copy keeps what it had, whole items are exchanged, new ones made.
function [] = __kernel__ turn(p : vec[particle], y : vec, pos : int)
    q = p[pos]
    p[pos] = p[3-pos]
    p[pos].m = 10
    p[3-pos] = q
    y[pos] = q.m
    r = particle(m:=2.5, n:=pos)
    r.x[1] = q.m
    r.v += [3,4]
    y[pos] += 100*r.x[1] + 1000*norm(r.v) + r.x[0]
end
y = zeros(2)
parallel_do(2, p, y, turn)
print y, " ", p[0].m, " ", p[3].m, " ", p[2].m, " ", p[3].x
% expect: [5101,5202] 10 1 2 [0.5,1]

% Functions that give records, and change one that they were given: the caller's stays.
function q : particle = __device__ moved(q : particle, by : vec2)
    q.x += by
end
function [near : particle, d : scalar] = __device__ nearest(p : vec[particle], at : vec2)
    d = 1e30
    for k=0..numel(p)-1
        if sum((p[k].x - at).^2) < d
            d = sum((p[k].x - at).^2)
            near = p[k]
        end
    end
end
function [] = __kernel__ find_nearest(p : vec[particle], y : mat, pos : int)
    [q, d] = nearest(p, [pos, 2*pos])
    r = moved(q, [10,20])
    y[pos,0..3] = [q.m, r.x[1], q.x[1], d]
end
for i=0..3
    p[i].x = [i, 2*i]
end
y = zeros(3,4)
parallel_do(3, p, y, find_nearest)
print y
% expect: [10,20, 0, 0]
% expect: [10,22, 2, 0]
% expect: [ 2,24, 4, 0]

parallel_do(3, __kernel__ (pos : int) -> y[pos,0] = moved(p[pos], [10,20]).x[1] + particle(n:=pos).n)
print y[0,0], " ", y[2,0]
% expect: 20 26

% Records inside records, grids of records, fields of cells.
type material : class
    color : vec3
    gloss : scalar
end
type shape : class
    place : ivec2
    skin : material
end
grid = cell(2,3)
for i=0..1
    for j=0..2
        grid[i,j] = shape([i,j], material([i,j,i+j], 0.5))
    end
end
world = object()
world.grid = grid
z = zeros(2,3)
parallel_do([2,3], world, z, __kernel__ (w : object, z : mat, pos : ivec2) -> z[pos] = w.grid[pos[0],pos[1]].skin.color[2] + w.grid[0,2].skin.gloss)
print z
% expect: [0.5,1.5,2.5]
% expect: [1.5,2.5,3.5]

% Loops on the host.
function s = total_of(p)
    s = 0.0
    for i=0..numel(p)-1
        q = p[i]
        s += energy(q) + p[i].x[0]
    end
end
function [] = push(p, by)
    for i=0..numel(p)-1
        p[i].x[0] += by
        p[i].n = i
    end
end
push(p, 5)
print total_of(p), " ", p[3].x, " ", p[3].n
% expect: 83.5 [8,6] 3
function k = lightest(p)
    best = inf
    k = -1
    for i=0..numel(p)-1
        if p[i].m < best
            best = p[i].m
            k = i
        end
    end
end
print lightest(p)
% expect: 3
try
    for i=0..4
        p[i].m += 1
    end
catch e
    print e
end
% expect: index 4 is out of range: 'p' has 4 items along dimension 0

% Instances of mutable classes are references: a name of an item is the item.
type body : mutable class
    x : scalar
    hits : int
end
b = cell(3)
for i=0..2
    b[i] = body(x:=i)
end
kept = b[1]
function [] = __device__ hit(q : body, by : scalar)
    q.x += by
    q.hits += 1
end
function [] = __kernel__ strike(b : cell, pos : int)
    q = b[pos]
    q.x = 10*q.x
    hit(b[pos], 1)
end
parallel_do(3, b, strike)
print b[2].x, " ", kept.x, " ", kept.hits
% expect: 21 11 1
function k = heaviest(b)
    top = b[0]
    k = 0
    for i=1..numel(b)-1
        if b[i].x > top.x
            top = b[i]
            k = i
        end
    end
end
print heaviest(b)
% expect: 2
function [] = relax(b)
    for i=0..numel(b)-1
        q = b[i]
        hit(q, 0.5)
    end
end
relax(b)
print b[0].x, " ", kept.x, " ", kept.hits
% expect: 1.5 11.5 2
b[0] = b[2]
relax(b)
print b[0].x, " ", b[2].hits
% expect: 22.5 4

% Ints of a declared width wrap as they do outside.
type tag : class
    k : uint8
    j : int16
end
tags = vec[tag](3)
function [] = grow(tags)
    for i=0..numel(tags)-1
        tags[i].k += 200*(i+1)
        tags[i].j = 40000*i
    end
end
grow(tags)
grow(tags)
print tags[0].k, " ", tags[1].k, " ", tags[2].k, " ", tags[1].j, " ", tags[2].j
% expect: 144 32 176 -25536 14464
q = tags[0]
q.k += 200
print q.k
% expect: 88
