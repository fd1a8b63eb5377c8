% A work array that goes over to another name, because its own becomes another array before it is used again.
function best = nearest(x : vec, at : int, n : int)
    best = zeros(20)
    low = 1e30
    for k=0..n-1
        candidate = zeros(20)
        for i=0..19
            candidate[i] = x[mod(at*7+k*3+i, 200)]
        end
        cost = sum(candidate.^2)
        if cost < low
            low = cost
            best = candidate
        end
    end
end
function s = turns(x : vec, at : int, n : int)
    a = zeros(32)
    b = zeros(32)
    for k=0..n-1
        for i=1..30
            b[i] = 0.5*(a[i-1] + a[i+1]) + x[at]
        end
        t = a; a = b; b = t
    end
    s = sum(a) - 2*sum(b)
end
% The array keeps its name, and both see what is written.
function s = shared(x : vec, at : int)
    a = zeros(18)
    for k=0..2
        b = a
        b[k] = x[at+k]
        a[k+3] += 1
    end
    s = sum(a)*100 + a[0]
end
function [] = kept(c)
    d = c
    d[0] = 7
end
function s = of_caller(x : vec, at : int)
    c = zeros(20)
    c[1] = x[at]
    kept(c)
    s = c[0] + c[1]
end
% The same where the names are declared as arrays.
function s = shared_as_declared(x : vec, at : int)
    a : vec = zeros(18)
    for k=0..2
        b : vec = a
        b[k] = x[at+k]
        a[k+3] += 1
    end
    s = sum(a)*100 + a[0]
end
x = sin(float(0..199) .* 1.7)
y = zeros(100,5)
z = zeros(100,5)
for i=0..99
    y[i,0] = sum(nearest(x, i, 1 + mod(i,5)).*(1..20))
    y[i,1] = turns(x, i, mod(i,7))
    y[i,2] = shared(x, i)
    y[i,3] = of_caller(x, i)
    y[i,4] = shared_as_declared(x, i)
end
{!interpreted for}
for i=0..99
    z[i,0] = sum(nearest(x, i, 1 + mod(i,5)).*(1..20))
    z[i,1] = turns(x, i, mod(i,7))
    z[i,2] = shared(x, i)
    z[i,3] = of_caller(x, i)
    z[i,4] = shared_as_declared(x, i)
end
print sum(sum(y != z)), " ", z[3,3] == 7 + x[3], " ", all(z[:,4] == z[:,2])
% expect: 0 1 1
for i=0..99
    previous = zeros(32)
    for k=0..9
        current = zeros(32)
        for j=1..30
            current[j] = 0.5*(previous[j-1] + previous[j+1]) + x[i]
        end
        previous = current
    end
    y[i,0] = previous[16]
end
{!interpreted for}
for i=0..99
    previous = zeros(32)
    for k=0..9
        current = zeros(32)
        for j=1..30
            current[j] = 0.5*(previous[j-1] + previous[j+1]) + x[i]
        end
        previous = current
    end
    z[i,0] = previous[16]
end
print sum(sum(y != z))
% expect: 0
