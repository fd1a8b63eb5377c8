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
