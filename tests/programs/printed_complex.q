% What --emit=kernel prints of loops over complex arrays: the kernel takes the array of their parts.
function n = above(z : cvec, threshold)
    n = 0
    for i=0..numel(z)-1
        n += real(z[i]) > threshold ? 1 : 2
    end
end
function [] = turn(z : cmat, w : cmat)
    for m=0..size(z,0)-1
        for n=0..size(z,1)-1
            w[m,n] = z[m,n]*complex(0, 1) + conj(w[m,n])
        end
    end
end
z = complex([1.5,-2,3,-4.25], [0,1,2,3.5])
% expect: 6
print above(z, 0.5)
w = complex([[1.0,2,3],[4,5,6]], [[0.5,0.25,0],[1,2,3]])
v = complex([[2.0,0,1],[1,1,1]], [[0,-1,1],[2,2,2]])
turn(w, v)
% expect: [  1.5+1i,-0.25+3i,    1+2i]
% expect: [    0+2i,   -1+3i,   -2+4i]
print v
r = object()
r.v = complex(zeros(1,5), ones(1,5))
for i=0..4
    r.v[0,i] = r.v[0,i]*i
end
% expect: [0+0i,0+1i,0+2i,0+3i,0+4i]
print r.v
parts = complex_parts(w)
parts[1,2,0] = 60.0
% expect: 60+3i [2,3,2]
print w[1,2], " ", size(parts)
