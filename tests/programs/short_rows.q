% Maps whose rows are short share blocks on a host: rows of every length, numbers of rows that are no whole blocks, loops
% around them, and near misses that have blocks of their own. As steps have them.
function y = plane(x : mat)
    y = zeros(size(x))
    for i = 1..size(x,0)-2
        for j = 1..size(x,1)-2
            y[i,j] = x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1] - 4*x[i,j]
        end
    end
    y[0,0] = i + 1000*j
end
function y = plane_steps(x : mat)
    y = zeros(size(x))
    {!interpreted for}
    for i = 1..size(x,0)-2
        {!interpreted for}
        for j = 1..size(x,1)-2
            y[i,j] = x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1] - 4*x[i,j]
        end
    end
    y[0,0] = i + 1000*j
end
function y = backwards(x : mat)
    y = zeros(size(x))
    for i = size(x,0)-1..-2..1
        for j = size(x,1)-2..-1..0
            y[i,j] = exp(-x[i-1,j+1]) + i*j
        end
    end
end
function y = backwards_steps(x : mat)
    y = zeros(size(x))
    {!interpreted for}
    for i = size(x,0)-1..-2..1
        {!interpreted for}
        for j = size(x,1)-2..-1..0
            y[i,j] = exp(-x[i-1,j+1]) + i*j
        end
    end
end
function y = mirrored(x : mat'mirror)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = x[i-1,j] + x[i+1,j+2]
        end
    end
end
function y = mirrored_steps(x : mat'mirror)
    y = zeros(size(x))
    {!interpreted for}
    for i = 0..size(x,0)-1
        {!interpreted for}
        for j = 0..size(x,1)-1
            y[i,j] = x[i-1,j] + x[i+1,j+2]
        end
    end
end
function y = space(x : cube)
    y = zeros(size(x))
    for i = 1..size(x,0)-2
        for j = 1..size(x,1)-2
            for k = 1..size(x,2)-2
                y[i,j,k] = x[i-1,j,k] + x[i,j+1,k] + 0.5*x[i,j,k-1] + 0.25*x[i,j,k+1]
            end
        end
    end
end
function y = space_steps(x : cube)
    y = zeros(size(x))
    {!interpreted for}
    for i = 1..size(x,0)-2
        {!interpreted for}
        for j = 1..size(x,1)-2
            {!interpreted for}
            for k = 1..size(x,2)-2
                y[i,j,k] = x[i-1,j,k] + x[i,j+1,k] + 0.5*x[i,j,k-1] + 0.25*x[i,j,k+1]
            end
        end
    end
end
function x = filled(n : int, m : int)
    x = zeros(n, m)
    for i = 0..n-1
        for j = 0..m-1
            x[i,j] = mod(i*7919 + j*631, 1000)/1000
        end
    end
end
function [] = compare(name, fast, stepped)
    wrong = 0
    {!interpreted for}
    for s = {[3,40], [64,9], [65,33], [33,66], [41,130], [5,300], [200,18]}
        x = filled(s[0], s[1])
        wrong += sum(fast(x) != stepped(x))
    end
    print name, " ", wrong
end
compare("plane", plane, plane_steps)
compare("backwards", backwards, backwards_steps)
compare("mirrored", mirrored, mirrored_steps)
wrong = 0
{!interpreted for}
for s = {[3,4,20], [8,3,35], [4,70,9], [11,12,64], [3,3,3]}
    x = reshape(filled(s[0]*s[1], s[2]), [s[0], s[1], s[2]])
    wrong += sum(space(x) != space_steps(x))
end
print "space ", wrong

% The first failure in the order of the text.
a = filled(70, 40)
b = zeros(70, 40)
try
    for i = 0..69
        for j = 0..39
            b[i,j] = a[i, int(j + (i > 40 ? 1 : 0))] + 1
        end
    end
catch e
    print e
end
print b[40,39] == a[40,39] + 1
% expect: plane 0
% expect: backwards 0
% expect: mirrored 0
% expect: space 0
% expect: index 40 is out of range: 'a' has 40 elements along dimension 1
% expect: 1
