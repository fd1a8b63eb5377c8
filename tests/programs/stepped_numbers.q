% Expressions of numbers in stepped loops: what they give is what they give elsewhere, whichever way they are computed.
x = [1.5, 2.25, -0.1, 3]
k = [7, -2, 5]
A = [[1, 2], [3, 4]]
u = cast([250, 3], vec[uint8])
r = object()
r.a = 0.1
r.n = 3
text = "abcab"
third = 1.0/3

% Fused once, on the side that the language says; squares are not.
{!interpreted for}
for i = 0..0
    p = third*3 - 1
    q = 1 - third*3
    s = third*third - third*third
    t = third^2 - third*third
    w = -(r.a*10) + 1
    a = third*3 + third*k[0]
end
print p == 0, " ", q == -p, " ", s == t, " ", t != 0, " ", w, " ", a
% expect: 0 1 1 1 0 3.3333335

{!interpreted for}
for i = 0..0
    b = k[0]/2 + u[0]*2 - A[1,0]
    c = mod(k[1], 3) + int(k[0]/k[1]) + floor(-7/2)
    d = !(x[0] > 1) || x[3] == 3 && k[2] != 5
    e = i == 0 ? x[1] : "not evaluated" + 1
    f = A[3] + x[0] - true
    g = max(k[0], x[2]) + min(u[0], u[1]) + abs(-0.5) + abs(k[1])
    h = text[0] == text[3] && text[1] != "a" && text[i+1] == "b" && text == "abcab"
    m = (k[0] + 9223372036854775807) < 0
    n = -k[1] + -x[2]
end
print b, " ", c, " ", d, " ", e, " ", f, " ", g, " ", h, " ", m, " ", n
% expect: 500.5 -9 0 2.25 4.5 12.5 1 1 2.1
print type(b), " ", type(c), " ", type(d), " ", type(g), " ", type(u[0] + u[1]), " ", type(k[0]^2), " ", type(x[0]^2)
% expect: scalar int bool scalar int int scalar

% Places outside, and what is no number.
{!interpreted for}
for i = 0..1
    z = [10, 20] + x[i]
    y = x[0..1] .* i + third
    o = i > 0 ? [i] : i
end
print z, y, o
% expect: [12.25,22.25][1.8333334,2.5833333][1]
try
    {!interpreted for}
    for i = 0..9
        v = x[i]*2
    end
catch message
    print message
end
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0

% Elements and numbers that are updated.
{!interpreted for}
for i = 0..3
    x[i] += third*3
    x[i] *= 2
    A[mod(i,2),1] -= i
    u[0] += 10
    k[2] /= 2
    r.n += x[i]
    third -= 0.25*i
end
print x, u, k, r.n, " ", third, " ", sum(A), " ", A[0,1]
% expect: [5,6.5,0.30000007,3.5][34,3][7,-2,0]18.3 -1.1666666 4 0

% Fields, items of cells, nullptr, numel.
c = cell(2,3)
c[1,2] = r
c[0,0] = 5
c[1,0] = "xyz"
o = object()
o.items = `7, [1,2,3], nullptr'
{!interpreted for}
for i = 0..0
    p = c[1,i+2].a*10 + c[0] + o.items[0] - o.items[1][2]
    q = c[0,1] == nullptr && c[1,2] != nullptr && o.items[2] == nullptr && o.items[1] != nullptr
    s = c[1,0][2] == "z" && c[1,0] == "xyz" && c[1,0][0] != text[0]
    t = numel(c) + numel(o.items) + 10*numel(o.items[1]) + 100*numel(c[1,0]) + 1000*numel(text) + numel(c[0,1])
end
print p, " ", q, " ", s, " ", t
% expect: 10 1 1 5339
{!interpreted for}
for i = 0..0
    w = int(-7/2) + floor(-7/2) + int(7.9) + int(-7.9) + mod(-7, 3) + mod(7, -3) + int(u[1]/k[1])
    z = floor(-2.5) + max(0.0, -0.0) + min(2, 2.5) + int(9e18) - 9000000000000000000
    e = isnan(max(nan, nan)) && max(nan, 1.5) == 1.5 && min(1.5, nan) == 1.5
end
print w, " ", z, " ", e
% expect: -8 0 1
