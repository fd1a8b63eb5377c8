% A field that holds a function comes before a function or variable of its name, in loops and kernels as outside.
function y = gain(c, a)
    y = 100
end
function y = __device__ psi(t : scalar)
    y = 1/(1 + t)
end
cfg = object()
cfg.gain = a -> 2*a
x = ones(8,8)
y = zeros(8,8)
for m = 0..7
    y[m,0] = cfg.gain(x[m,0])
end
print sum(y[:,0]), " ", cfg.gain(1)
% expect: 16 2
function [] = __kernel__ of_record(y : mat, c : object, pos : ivec2)
    y[pos] = c.gain(pos[0])
end
parallel_do([8,8], y, cfg, of_record)
print sum(y)
% expect: 448
type params : class
    psi : [__device__ scalar -> scalar]
    k : scalar
end
function [] = __kernel__ run(x : mat, y : mat, p : params, pos : ivec2)
    y[pos] = p.psi(x[pos])*p.k + psi(0)
end
parallel_do(size(x), x, y, params(psi, 3.0), run)
print y[0,0]
% expect: 2.5
type model : mutable class
    weight : ??
end
function s = total(md : model, x : mat)
    weight = 5.0
    s = 0.0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s += md.weight(x[m,n]) + weight
        end
    end
end
function s = total_of_value(md : model, x : mat)
    weight = md.weight
    s = 0.0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s += md.weight(x[m,n]) + weight(2)
        end
    end
end
function s = total_beside(md : model, x : mat)
    weight = (a, b) -> 1000.0
    s = 0.0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s += md.weight(x[m,n])
        end
    end
end
md = model(weight := d -> 3*d)
z = ones(4,4)
print total(md, z), " ", total_of_value(md, z), " ", total_beside(md, z)
% expect: 128 144 48
ps = cell(3)
for i = 0..2
    ps[i] = model(weight := d -> d + i)
end
function y = weight(md, x)
    y = 1000
end
v = zeros(3)
for i = 0..2
    v[i] = ps[i].weight(1)
end
print v
% expect: [1,2,3]
