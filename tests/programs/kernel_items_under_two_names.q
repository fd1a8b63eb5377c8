% What a kernel does not look at of an item, it does not read: other threads may change it.
type body : class
    x : vec3
    m : scalar
end
bodies = vec[body](40)
for i = 0..39
    bodies[i] = body(x:=[i,2*i,1], m:=i+1)
end
function y = __device__ first(b : body)
    y = b.x[0]
end
function [] = __kernel__ total(bodies : vec[body], pos : int)
    s = 0.0
    for j = 0..numel(bodies)-1
        r = bodies[j]
        s += r.x[0] + first(bodies[j])
    end
    q = bodies[pos]
    q.x[1] = 4
    bodies[pos].m = s + q.x[1]
end
parallel_do(40, bodies, total)
print bodies[7].m, bodies[7].x
% expect: 1564[7,14,1]

% A record that is no item of the cell may be given beside it.
type lamp : mutable class
    on : int
    at : vec3
end
lamps = vec[lamp](3)
for i = 0..2
    lamps[i] = lamp(on:=i, at:=[i,0,0])
end
other = lamp(on:=10, at:=[1,2,3])
function [] = __kernel__ switch_on(lamps : vec[lamp], one : lamp, y : vec, pos : int)
    lamps[pos].on += one.on
    y[pos] = one.at[2]
end
y = zeros(3)
parallel_do(3, lamps, other, y, switch_on)
print lamps[2].on, y
% expect: 12[3,3,3]
function [] = __kernel__ look(lamps : vec[lamp], one : lamp, y : vec, pos : int)
    y[pos] = lamps[pos].on + one.on
end
parallel_do(3, lamps, lamps[1], y, look)
print y
% expect: [21,22,23]
try
    parallel_do(3, lamps, lamps[1], y, switch_on)
catch e
    print e
end
% expect: the kernel changes items of 'lamps', and 'one.on' is of one of them
more = vec[lamp](2)
more[0] = other
more[1] = lamps[0]
function [] = __kernel__ two_cells(a : vec[lamp], b : vec[lamp], pos : int)
    a[pos].on = b[pos].on
end
try
    parallel_do(2, lamps, more, two_cells)
catch e
    print e
end
% expect: the kernel changes items of 'a', and 'b[].on' is of one of them
