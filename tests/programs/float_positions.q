% Positions are floats more often than not: ranges of them are places where they are whole, and an error where they are not.
function s = patches(x : mat, pos : mat, P : int)
    s = zeros(size(pos,0), 3)
    for k=0..size(pos,0)-1
        r = pos[k,0]
        c = pos[k,1]
        p = x[r..r+P-1, c..c+P-1]
        s[k,0] = sum(p)
        s[k,1] = mean(x[r-1..r+1, c..c+2].^2)
        q = x[pos[k,0]..pos[k,0]+6, c..c+6]
        s[k,2] = std(q)
    end
end
function s = stepped(x : mat, pos : mat, P : int)
    s = zeros(size(pos,0), 3)
    {!interpreted for}
    for k=0..size(pos,0)-1
        r = pos[k,0]
        c = pos[k,1]
        p = x[r..r+P-1, c..c+P-1]
        s[k,0] = sum(p)
        s[k,1] = mean(x[r-1..r+1, c..c+2].^2)
        q = x[pos[k,0]..pos[k,0]+6, c..c+6]
        s[k,2] = std(q)
    end
end
x = sin(reshape(float(0..899) .* 1.3, [30,30]))
pos = floor(abs(cos(reshape(float(0..39), [20,2]))) .* 20) + 1
print sum(patches(x, pos, 5) != stepped(x, pos, 5))
% expect: 0
% Targets, and lengths that each iteration finds out.
y = zeros(30,30)
z = zeros(30,30)
for k=0..19
    r = pos[k,0]; c = pos[k,1]
    y[r..r+4, c..c+4] += x[0..4, 0..4]
    y[r, c..c+pos[k,0]/4] = k
end
{!interpreted for}
for k=0..19
    r = pos[k,0]; c = pos[k,1]
    z[r..r+4, c..c+4] += x[0..4, 0..4]
    z[r, c..c+pos[k,0]/4] = k
end
print sum(sum(y != z))
% expect: 0
s = zeros(4)
try
    for k=0..3
        r = 0.5*k
        s[k] = sum(x[r..r+4, 0])
    end
catch e
    print e
end
% expect: the ends of a range of indices are not whole
% Kernels cut the fraction off each element.
function [] = __kernel__ cut(x : mat, s : mat, pos : int)
    r = 0.5*pos - 1
    v = x[r..r+2, 0]
    s[pos,0] = v[0]; s[pos,1] = v[1]; s[pos,2] = v[2]
end
s = zeros(6,3)
parallel_do(6, x, s, cut)
t = [[0,0,1],[0,0,1],[0,1,2],[0,1,2],[1,2,3],[1,2,3]]
for k=0..5
    for j=0..2
        t[k,j] = s[k,j] == (k < 2 && j == 0 && k == 0 ? 0 : x[t[k,j],0])
    end
end
print sum(sum(t))
% expect: 18
