% An output of a fixed size begins with zeros, also where elements at computed places are assigned: each call anew, in kernels as in
% loops and host code.
function y : vec3 = __device__ one(v : scalar, k : int)
    y[k] = v
end
function y : mat(3,3) = __device__ diagonal(v : scalar, k : int)
    for i=0..k
        y[i,i] = v
    end
end
function y : mat(5,5) = __device__ large(v : scalar, k : int)
    for i=0..k
        y[i,mod(2*i,5)] += v
    end
end
function [n : int, y : ivec3] = __device__ counted(k : int)
    n = 0
    for i=0..k
        y[mod(i*i,3)] += 1
        n += 1
    end
end
% near miss: given as a whole
function y : vec3 = __device__ perhaps(v : scalar, k : int)
    if k > 0
        y = [v,v,v]
    else
        y = [v,v,1]
    end
    y[k] += 1
end
function [] = __kernel__ all_of_them(o : mat, pos : int)
    for round = 0..2
        o[pos,0..2] = one(7,pos)
        m = diagonal(3,pos)
        w = large(2,pos)
        [n,c] = counted(pos)
        p = perhaps(4,pos)
        for j=0..2
            o[pos,3+j] = m[j,j] + 10*m[j,2-j]
            o[pos,6+j] = w[j,2*j] + 10*w[4-j,j]
            o[pos,9+j] = c[j] + 10*n
            o[pos,12+j] = p[j]
        end
    end
end
o = zeros(3,15)
parallel_do(3,o,all_of_them)
for pos=0..2
    print o[pos,:]
end
% expect: [7,0,0,3,0,0,2,0,0,11,10,10,5,4,1]
% expect: [0,7,0,3,33,0,2,2,0,21,21,20,4,5,4]
% expect: [0,0,7,3,33,3,2,2,2,31,32,30,4,4,5]
o2 = zeros(3,15)
for pos=0..2
    for round = 0..2
        o2[pos,0..2] = one(7,pos)
        m = diagonal(3,pos)
        w = large(2,pos)
        [n,c] = counted(pos)
        p = perhaps(4,pos)
        for j=0..2
            o2[pos,3+j] = m[j,j] + 10*m[j,2-j]
            o2[pos,6+j] = w[j,2*j] + 10*w[4-j,j]
            o2[pos,9+j] = c[j] + 10*n
            o2[pos,12+j] = p[j]
        end
    end
end
print max(abs(o-o2))
% expect: 0
{!interpreted for}
for pos=0..2
    o2[pos,0..2] = one(7,pos)
    m = diagonal(3,pos)
    w = large(2,pos)
    [n,c] = counted(pos)
    p = perhaps(4,pos)
    for j=0..2
        o2[pos,3+j] = m[j,j] + 10*m[j,2-j]
        o2[pos,6+j] = w[j,2*j] + 10*w[4-j,j]
        o2[pos,9+j] = c[j] + 10*n
        o2[pos,12+j] = p[j]
    end
end
print max(abs(o-o2))
% expect: 0
% so does one that some ways through the function give a value as a whole before its elements are written
function y : vec3 = __device__ some_ways(v)
    if v > 0
        y = [1,2,3]
    end
    y[1] += 5
end
function y : vec3 = some_rounds(v)
    while v > 0
        y = [v,v,v]
        v -= 1
    end
    y[1] += 5
end
function y : vec3 = every_way(v)  % near miss: all of them do
    match v with
    | 0 -> y = [1,2,3]
    | _ -> y = [v,v,v]
    end
    y[1] += 5
end
print some_ways(-1), some_ways(1), some_rounds(-1), some_rounds(2), every_way(0), every_way(2)
% expect: [0,5,0][1,7,3][0,5,0][1,6,1][1,7,3][2,7,2]
s = zeros(3,2)
for i=0..1
    s[:,i] = some_ways(i)
end
print s
% expect: [0,1]
% expect: [5,7]
% expect: [0,3]
t = zeros(3,2)
parallel_do(2, __kernel__ (pos) -> t[0..2,pos] = some_ways(pos))
print max(abs(s-t))
% expect: 0
