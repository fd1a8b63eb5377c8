% Loops write to items of cells of arrays where their innermost loop decides to which; those that it does not are stepped as far as
% loops that know their item.
function [] = fill(h, im, w)
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            for c=0..2
                v = int(im[m,n,c])
                h[c][v] = h[c][v] + 1
                w[mod(m+n,3)][v] += 0.1*im[m,n,c]
            end
        end
    end
end
function [] = fill_stepped(h, im, w)
    {!interpreted for}
    for m=0..size(im,0)-1
        {!interpreted for}
        for n=0..size(im,1)-1
            {!interpreted for}
            for c=0..2
                v = int(im[m,n,c])
                h[c][v] = h[c][v] + 1
                w[mod(m+n,3)][v] += 0.1*im[m,n,c]
            end
        end
    end
end
function c = three(n)
    c = cell(3)
    for k=0..2
        c[k] = zeros(n)
    end
end
im = zeros(40,50,3)
for m=0..39
    for n=0..49
        for c=0..2
            im[m,n,c] = mod(m*m+7*n+c*13,64)+0.25
        end
    end
end
h = three(64)
w = three(64)
fill(h, im, w)
h2 = three(64)
w2 = three(64)
fill_stepped(h2, im, w2)
for k=0..2
    print sum(abs(h[k]-h2[k])), " ", sum(abs(w[k]-w2[k])), " ", sum(h[k])
end
% expect: 0 0 2000
% expect: 0 0 2000
% expect: 0 0 2000

% Ints, bytes and updates of all kinds; two names for one array; a matrix; the place that a condition decides.
function c = some(n : int)
    c = cell(4)
    for k=0..3
        c[k] = vec[uint8](n)
    end
    c[3] = c[1]
end
function [] = run(c, d, x)
    for i=0..numel(x)-1
        k = x[i] > 0.5 ? 1 : mod(i,4)
        c[k][mod(i,10)] += x[i]*100
        c[mod(i+1,4)][3] ^^= i
        if k == 3
            k = 0
        end
        d[k,mod(i,2)][mod(i,3),1] -= 2
        d[k,1][0,0] = d[k,0][1,1] + 1
        d[k,0][mod(i,3),0] *= 1.01
    end
end
function [] = run_stepped(c, d, x)
    {!interpreted for}
    for i=0..numel(x)-1
        k = x[i] > 0.5 ? 1 : mod(i,4)
        c[k][mod(i,10)] += x[i]*100
        c[mod(i+1,4)][3] ^^= i
        if k == 3
            k = 0
        end
        d[k,mod(i,2)][mod(i,3),1] -= 2
        d[k,1][0,0] = d[k,0][1,1] + 1
        d[k,0][mod(i,3),0] *= 1.01
    end
end
function d = grid()
    d = cell(3,2)
    for i=0..2
        for j=0..1
            d[i,j] = ones(3,2)*(i+j)
        end
    end
end
x = zeros(200)
for i=0..199
    x[i] = mod(i*37,101)/101
end
c = some(10)
d = grid()
run(c, d, x)
c2 = some(10)
d2 = grid()
run_stepped(c2, d2, x)
s = 0.0
for k=0..3
    s += sum(abs(cast(c[k],int)-cast(c2[k],int)))
end
for i=0..2
    for j=0..1
        s += sum(abs(d[i,j]-d2[i,j]))
    end
end
print s, " ", sum(cast(c[1],int)) > 0, " ", d[1,1][0,0] != 1
% expect: 0 1 1

% A place that is no item, and one beyond an item.
b = three(5)
try
    for i=0..99
        b[i > 60 ? 3 : 1][mod(i,5)] += 1
    end
catch e
    print e
end
% expect: index 3 is out of range: 'b' has 3 items along dimension 0
try
    for i=0..99
        b[mod(i,3)][i > 70 ? 5 : 0] += 1
    end
catch e
    print e
end
% expect: index 5 is out of range: 'b[2]' has 5 elements along dimension 0
% A function that is called for each place.
function [] = count(h, c : int, v : int)
    h[c][v] += 1
end
q = three(10)
for i=0..999
    count(q, mod(i,3), mod(i,10))
end
print q[0][3], " ", q[1][4], " ", sum(q[2])
% expect: 34 34 333
% Layers, whose item an outer loop decides: what is inside is judged with it.
a = three(20)
a[0] = ones(20)
for l=0..1
    for i=0..19
        t = 0.0
        for j=0..19
            t += a[l][j]*mod(i*j,3)
        end
        a[l+1][i] = max(0, t-5)
    end
end
print sum(a[1]), " ", sum(a[2])
% expect: 188 3597
