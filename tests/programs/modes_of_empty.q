% A dimension that is empty has nothing to repeat: reading reads 0, stepped or compiled.
function s = total(x : mat'mirror, y : vec'circular, z : mat'clamped, n : int)
    s = 1.5
    for i=0..n-1
        s += x[i-3,i] + y[i-1] + z[i,i+2]
    end
end
function s = stepped(x : mat'mirror, y : vec'circular, z : mat'clamped, n : int)
    s = 1.5
    {!interpreted for}
    for i=0..n-1
        s += x[i-3,i] + y[i-1] + z[i,i+2]
    end
end
print total(ones(2,0), zeros(0), ones(0,3), 4), " ", stepped(ones(2,0), zeros(0), ones(0,3), 4)
% expect: 1.5 1.5
