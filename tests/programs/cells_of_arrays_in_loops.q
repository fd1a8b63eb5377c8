% Items of a cell of arrays at places that a loop computes: the level of a pyramid by pixel, sums over the images of a stack, the item
% that a function is given. What is compiled gives what steps give; another number of items, and others, are met as they are.
function y = levels(V, K : int)
    y = zeros(size(V[0]))
    for m=0..size(y,0)-1
        for n=0..size(y,1)-1
            s = 0.0
            for k=0..K-2
                s += (k+1)*(V[k+1][m,n] - V[k][m,n])
            end
            y[m,n] = s + size(V[mod(m,K)],1)
        end
    end
end
function y = levels_stepped(V, K : int)
    y = zeros(size(V[0]))
    {!interpreted for}
    for m=0..size(y,0)-1
        {!interpreted for}
        for n=0..size(y,1)-1
            s = 0.0
            {!interpreted for}
            for k=0..K-2
                s += (k+1)*(V[k+1][m,n] - V[k][m,n])
            end
            y[m,n] = s + size(V[mod(m,K)],1)
        end
    end
end
function stack = images(count : int)
    stack = vec[mat](count)
    for k=0..count-1
        stack[k] = floor(rand(40,7)*50)
    end
end
seed(5)
for count = 2..5
    stack = images(count)
    print count, " ", max(abs(levels(stack, count) - levels_stepped(stack, count)))
end
% expect: 2 0
% expect: 3 0
% expect: 4 0
% expect: 5 0

% Items of any extents, and a function that is given one.
function v = at_clamped(x : mat'clamped, m : int, n : int)
    v = x[m,n] + 10*size(x,0)
end
pyramid = `ones(4,4), 2.0*ones(2,2), [[3.0]]'
y = zeros(4,4)
for m=0..3
    for n=0..3
        y[m,n] = at_clamped(pyramid[mod(m+n,3)], m, n)
    end
end
print y
% expect: [41,22,13,41]
% expect: [22,13,41,22]
% expect: [13,41,22,13]
% expect: [41,22,13,41]

% Two indices; one that a condition keeps inside.
bands = vec[mat](2,2)
for k=0..1
    for l=0..1
        bands[k,l] = ones(3,3)*(10*k+l)
    end
end
s = 0.0
for m=0..2
    for k=0..3
        s += k < 2 ? bands[k,1-k][m,m] : 0
    end
end
print s
% expect: 33
% A function that is given the cell.
function v = blend(V, m : int, n : int)
    v = V[0][m,n] - V[numel(V)-1][m,n]
    for k=0..numel(V)-1
        v += V[k][m,n]
    end
end
y = zeros(40,7)
for m=0..39
    for n=0..6
        y[m,n] = blend(stack, m, n)
    end
end
z = stack[0] - stack[4]
for k=0..4
    z += stack[k]
end
print max(abs(y - z))
% expect: 0

% The cell holds others afterwards, which are ints, or no arrays.
c = `[1.5,2.5], [3.5,4.5]'
function t = total(c, n : int)
    t = 0
    for i=0..n-1
        for j=0..1
            t += c[i][j]
        end
    end
end
print total(c, 2)
% expect: 12
print total(`[1,2], [3,4]', 2)
% expect: 10
print total(`[1,2], [3.25,4]', 2)
% expect: 10.25
try
    print total(`[1,2], [3,4]', 3)
catch e
    print e
end
% expect: index 2 is out of range: 'c' has 2 items along dimension 0

% Items that the loop writes to.
w = `zeros(2), zeros(2), zeros(2)'
for k=0..2
    for j=0..1
        w[k][j] = 10*k + j
        w[mod(k+1,3)][j] += 100
    end
end
print w[0], " ", w[1], " ", w[2]
% expect: [100,101] [10,11] [20,21]
% Items that are one array.
u = [1.0,2.0]
c = `u, u'
for k=0..1
    c[0][k] = c[1][1-k] + 10*c[k][0]
end
print u
% expect: [12,132]
