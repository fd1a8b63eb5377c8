% Maps whose loops do not run as one: a stencil's inner region, channels in reverse, short rows, a last value handed out.
function y = filled(dims)
    y = zeros(prod(dims))
    for i=0..numel(y)-1
        y[i] = mod(i*37, 101) - 50
    end
    y = reshape(y, dims)
end

function y = inner(x : mat)
    y = zeros(size(x,0), size(x,1))
    for i=1..size(x,0)-2
        for j=1..size(x,1)-2
            y[i,j] = x[i,j] + 2*x[i-1,j] - 3*x[i,j+1]
        end
    end
end

function y = inner_serial(x : mat)
    y = zeros(size(x,0), size(x,1))
    {!interpreted for}
    for i=1..size(x,0)-2
        {!interpreted for}
        for j=1..size(x,1)-2
            y[i,j] = x[i,j] + 2*x[i-1,j] - 3*x[i,j+1]
        end
    end
end

function y = swapped(x : cube)
    y = zeros(size(x,0), size(x,1), 3)
    for i=1..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..2
                y[i,j,2-c] = 2*x[i-1,j,c] + c
            end
        end
    end
end

function y = swapped_serial(x : cube)
    y = zeros(size(x,0), size(x,1), 3)
    {!interpreted for}
    for i=1..size(x,0)-1
        {!interpreted for}
        for j=0..size(x,1)-1
            {!interpreted for}
            for c=0..2
                y[i,j,2-c] = 2*x[i-1,j,c] + c
            end
        end
    end
end

wrong = 0
ns = [3,4,20]
for q_n=0..numel(ns)-1
    n = ns[q_n]
    ms = [3,5,9,18,33,70,260]
    for q_m=0..numel(ms)-1
        m = ms[q_m]
        x = filled([n, m])
        wrong += sum(abs(inner(x) - inner_serial(x)))
    end
end
ms = [1,2,6,40]
for q_m=0..numel(ms)-1
    m = ms[q_m]
    x = filled([5, m, 3])
    wrong += sum(abs(swapped(x) - swapped_serial(x)))
end
x = filled([50, 3000])
y = inner(x)
print wrong, " ", y[1,1] - (x[1,1] + 2*x[0,1] - 3*x[1,2]), " ", y[48,2998] - (x[48,2998] + 2*x[47,2998] - 3*x[48,2999]), " ", y[48,2999]
% expect: 0 0 0 0

% The private t keeps the value of the last iteration.
a = filled([40, 50])
b = zeros(40, 50)
for i=1..39
    for j=2..49
        t = a[i,j]*2
        b[i,j] = t + a[i-1,j-2]
    end
end
print t - 2*a[39,49], " ", b[39,49] - t - a[38,47]
% expect: 0 0
