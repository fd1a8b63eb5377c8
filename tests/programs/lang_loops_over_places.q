% for [m,n] = a..b: a loop over all dimensions, which break leaves as a whole.
V = zeros(6,7)
V[3,4] = 1
V[4,1] = 1
found = [-1,-1]
for [j,k] = 0..size(V,0..1)-1
    if V[j,k] > 0
        found = [j,k]
        break
    end
end
print found, " ", j, " ", k
% expect: [3,4] 3 4
y = zeros(200,300)
for [m,n] = 0..size(y)-1
    y[m,n] = 255
    match m with
    | 128 -> break
    | _ -> y[m,n] = 254
    end
end
print sum(y), " ", m, " ", n
% expect: 9753855 128 0
for [m,n] = 0..size(y,0..1)-1
    y[m,n] = 2*m+n
end
% loop 24: map
s = 0.0
{!parallel for}
for [m,n,c] = [1,2,0]..[2,2,1]..[5,6,2]
    s += m*100 + n*10 + c
end
% loop 30: reduction + s
print sum(y), " ", s
% expect: 20910000 9207
% A number is the same for all; continue goes on with the next place, break in a loop inside leaves that one.
for [a,b] = 2..-1..[1,0]
    if a == b
        continue
    end
    for k = 0..3
        if k == b
            break
        end
    end
    print a, b, k
end
% expect: 211
% expect: 200
% expect: 122
% expect: 100
function at = place_of(x, v)
    at = [-1,-1]
    for [i,j] = 0..size(x)-1
        if x[i,j] == v
            at = [i,j]
            return
        end
    end
end
print place_of([[1,2],[3,4]], 3), " ", place_of([[1,2],[3,4]], 5)
% expect: [1,0] [-1,-1]
function [] = __kernel__ around(x : mat, y : mat, pos : ivec2)
    s = 0.0
    for [i,j] = -1..[1,1]
        s += x[pos+[i,j]]
        if s > 7.5
            break
        end
    end
    y[pos] = s
end
z = zeros(3,4)
parallel_do(size(z), ones(3,4), z, around)
print z
% expect: [4,6,6,4]
% expect: [6,8,8,6]
% expect: [4,6,6,4]
