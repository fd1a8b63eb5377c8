% Short arrays in records that a kernel is given are values in it and in the functions it calls, as those of records around it.
params = object()
params.cell = [0.5,0.25,0.125]
params.grid = [4,4,4]
params.names = "a"
function g : ivec3 = __device__ cell_of(p : vec3, cell)
    g = int(floor(p./cell))
end
function h = __device__ hash_of(g : ivec3, grid)
    g = mod(g, grid)
    h = (g[2]*grid[1] + g[1])*grid[0] + g[0]
end
function h = __device__ hashed(p : vec3, par : object)
    h = hash_of(cell_of(p, par.cell), par.grid)
end
function [] = __kernel__ hashes(y : vec, par : object, pos : int)
    y[pos] = hashed([0.7,0.6,0.5]*pos, par) + max(par.cell)
end
y = zeros(4)
parallel_do(4, y, params, hashes)
print y
% expect: [0.5,9.5,2.5,12.5]
parallel_do(4, __kernel__ (pos : int) -> y[pos] = hashed([0.7,0.6,0.5]*pos, params) - min(params.cell))
print y
% expect: [-0.125,8.875,1.875,11.875]
% What a function writes into such an array is not lost.
function [] = __device__ put(a, i : int, v)
    a[i] = v
end
function [] = __kernel__ writes(y : vec, par : object, i : int, pos : int)
    y[pos] = sum(par.cell*pos)
    put(par.cell, i, pos)
end
function [] = tried(y, params, i)
    try
        parallel_do(1, y, params, i, writes)
        print params.cell
    catch e
        print e
    end
end
tried(y, params, 0)
tried(y, params, 2)
c = [1.0,2,3]
try
    parallel_do(1, __kernel__ (pos : int) -> (y[pos] = sum(c*pos); put(c, 1, 7)))
    print c
catch e
    print e
end
% expect: [0,0.25,0.125]
% expect: [0,0.25,0]
% expect: [1,7,3]
