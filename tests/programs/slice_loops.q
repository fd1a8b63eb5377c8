% Slices of computed length in compiled loops: the loop over their elements, with the values of the statement as a whole.
n = 40
seed(5)
A = randn(n,n)
U = copy(A)
V = copy(A)
for k=0..n-2
    for i=k+1..n-1
        U[i,k..n-1] -= U[i,k]/U[k,k]*U[k,k..n-1]
    end
end
% loop 8: map
{!interpreted for}
for k=0..n-2
    {!interpreted for}
    for i=k+1..n-1
        V[i,k..n-1] -= V[i,k]/V[k,k]*V[k,k..n-1]
    end
end
print all(U == V), " ", abs(U[5,2]) < 1e-3
% expect: 1 1
% products, functions, scalars of the row, columns, steps, empty ranges
B = randn(60, 50)
x = randn(50)
C = zeros(60,50)
D = zeros(60,50)
a = 0.3
for i=2..48
    C[i,2..i] = a*x[i-1] + B[i-1,1..i-1].*B[i,0..i-2] + sqrt(abs(x[0..i-2]))
    C[0..i-1,0] = B[1..i,3] / 2
    C[i,i..-1..2] += x[0..i-2]
    C[59,0..7..i] = i
end
{!interpreted for}
for i=2..48
    D[i,2..i] = a*x[i-1] + B[i-1,1..i-1].*B[i,0..i-2] + sqrt(abs(x[0..i-2]))
    D[0..i-1,0] = B[1..i,3] / 2
    D[i,i..-1..2] += x[0..i-2]
    D[59,0..7..i] = i
end
print all(C == D), " ", max(abs(C[0..5,0])) > 0
% expect: 1 1
% blocks; another name for the same array is noticed
function y = overlap(num : mat, blk : mat, b : int)
    y = num
    for r=0..3..size(num,0)-b
        for c=0..2..size(num,1)-b
            y[r..r+b-1, c..c+b-1] += 0.5*blk
        end
    end
end
y = overlap(zeros(20,21), reshape(1..16, [4,4]), 4)
print sum(y), " ", y[3,4], " ", y[19,20]
% expect: 3672 16 0
function z = shifted(p, q)
    z = 0
    for r=0..0
        p[r+1..size(p,1)-1] = q[r..size(q,1)-2] + 1
    end
end
v = 0..99
shifted(v, v)
print v[0..4], v[99]
% expect: [0,1,2,3,4]99
w = 0..99
shifted(w, zeros(100)*5)
print w[0..4], w[99]
% expect: [0,1,1,1,1]1
% different lengths are noticed as outside loops
for i=3..5
    C[0,0..i] = x[0..i+1]
end
% error Q0302
