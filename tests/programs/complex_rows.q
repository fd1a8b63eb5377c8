% One product for each row, in the elements of a complex array; an inner loop without iterations reads and writes nothing.
function [] = multiply(p : cvec, A : cmat, m : int, n : int)
    for i=0..m-1
        for j=0..n-1
            p[i] *= A[i,j]
        end
    end
end
% loop 3: partial * p[i]
A = complex([[1.0,2,0.5],[0,-1,4]], [[1.0,-2,0.5],[1,0,0]])
p = complex([1.0,2], [0.0,1])
multiply(p, A, 2, 3)
print p
% expect: [2+2i,4-8i]
multiply(p, A, 5, 0)
print p
% expect: [2+2i,4-8i]
try
    multiply(p, A, 3, 3)
catch e
    print e
end
% expect: index 2 is out of range: 'p' has 2 elements along dimension 0
