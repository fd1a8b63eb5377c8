% An index along a dimension that an array does not have is told of as one along a dimension of one element, by compiled
% loops as by the evaluator.
function y = of_row(x, i, j)
    y = zeros(5000)
    for k = 0..4999
        y[k] = x[i,j]
    end
end
function y = of_matrix(x, i, j)
    y = zeros(5000)
    for k = 0..4999
        y[k] = x[i,j,2*j-2]
    end
end
function y = of_many(x, i, j)
    y = zeros(5000)
    for k = 0..4999
        y[k] = x[j-1,i,j]
    end
end
function y = with_zeros(x, i, j)
    y = zeros(5000)
    for k = 0..4999
        if j > 7
            y[k] = x[i,0]
        elseif j < 0
            y[k] = x[0,0,i+2]
        elseif i > 5
            y[k] = x[i-7,j,0]
        else
            y[k] = x[0,i]
        end
    end
end
z = complex(ones(5,5), 2)
for p = {[0,7], [7,0], [7,9], [-1,2], [0,-1], [2,7], [1,1], [0,1]}
    for f = {of_row, of_matrix, of_many, with_zeros}
        for x = {0..4, z}
            try
                print sum(real(f(x, p[0], p[1])))
            catch e
                print e
            end
        end
    end
end
function [] = writes(x : vec'circular, i)
    for k = 0..4999
        x[i*k,0] = 5
    end
end
function [] = adds(x : mat'mirror, i)
    for k = 0..4999
        x[0,k,i] += 5
    end
end
function y = of_pairs(x, n)
    y = zeros(n)
    for k = 0..n-1
        y[k] = real(x[0,k])
    end
end
function [] = __kernel__ reads(x : vec, y : vec, pos : int)
    y[pos] = x[0,0,pos] + x[pos,0] + 10*x[0,pos] + 100*x[pos,pos]
end
for i = 0..1
    try
        v = zeros(5000)
        writes(v, i)
        print sum(v)
        w = zeros(1,5000)
        adds(w, i)
        print sum(w)
    catch e
        print e
    end
end
try
    w = zeros(1,5000)
    adds(w, 1)
catch e
    print e
end
try
    print of_pairs(complex(ones(4000), 1), 5000)
catch e
    print e
end
y = zeros(4)
parallel_do(4, [1.0,2,3,4], y, reads)
print y
% expect: index 7 is out of range: 'x' has 5 elements along dimension 1
% expect: index 7 is out of range: 'x' has 5 elements along dimension 1
% expect: index 7 is out of range: 'x' has 5 elements along dimension 1
% expect: index 7 is out of range: 'x' has 5 elements along dimension 1
% expect: index 6 is out of range: 'x' has 1 element along dimension 0
% expect: index 6 is out of range: 'x' has 5 elements along dimension 0
% expect: 0
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: index 7 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 0
% expect: index 7 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 0
% expect: index -1 is out of range: 'x' has 1 element along dimension 0
% expect: index -1 is out of range: 'x' has 5 elements along dimension 0
% expect: 0
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: index 7 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 0
% expect: index 7 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 0
% expect: index 8 is out of range: 'x' has 1 element along dimension 0
% expect: index 8 is out of range: 'x' has 5 elements along dimension 0
% expect: index 7 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 0
% expect: index -1 is out of range: 'x' has 1 element along dimension 0
% expect: index -1 is out of range: 'x' has 5 elements along dimension 0
% expect: index -1 is out of range: 'x' has 1 element along dimension 0
% expect: index -1 is out of range: 'x' has 5 elements along dimension 0
% expect: index 1 is out of range: 'x' has 1 element along dimension 0
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -1 is out of range: 'x' has 5 elements along dimension 1
% expect: index -2 is out of range: 'x' has 1 element along dimension 0
% expect: index -2 is out of range: 'x' has 5 elements along dimension 0
% expect: index 2 is out of range: 'x' has 1 element along dimension 2
% expect: index 2 is out of range: 'x' has 1 element along dimension 2
% expect: index 2 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 1
% expect: index 2 is out of range: 'x' has 1 element along dimension 0
% expect: index 7 is out of range: 'x' has 5 elements along dimension 1
% expect: index 6 is out of range: 'x' has 1 element along dimension 0
% expect: index 6 is out of range: 'x' has 5 elements along dimension 0
% expect: 10000
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: index 1 is out of range: 'x' has 1 element along dimension 0
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: index 1 is out of range: 'x' has 1 element along dimension 0
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: index 1 is out of range: 'x' has 1 element along dimension 2
% expect: index 1 is out of range: 'x' has 1 element along dimension 2
% expect: 5000
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: 5000
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: 5000
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: index 1 is out of range: 'x' has 1 element along dimension 2
% expect: index 1 is out of range: 'x' has 1 element along dimension 2
% expect: 0
% expect: 'y' holds real numbers, a complex one cannot be stored
% expect: 5
% expect: 25000
% expect: index 1 is out of range: 'x' has 1 element along dimension 0
% expect: index 1 is out of range: 'x' has 1 element along dimension 2
% expect: index 4000 is out of range: 'x' has 4000 elements along dimension 1
% expect: [112,24,36,48]
