% Messages name the item of a cell whose place a word says, in steps and in compiled loops.
W = {[1,2],[3,4]}
p = object()
p.w = W
k = 1
y = zeros(4)
z = zeros(30)
function [] = steps(W, k)
    try
        print W[k][2]
    catch e
        print e
    end
end
steps(W, 0)
try
    for i=0..3
        y[i] += W[0][i]
    end
catch e
    print e
end
try
    for i=0..3
        y[i] += p.w[k][i]
    end
catch e
    print e
end
try
    for i=0..3
        W[mod(i,2)][i] = 7
    end
catch e
    print e
end
try
    for i=0..3
        y[i] += W[i][i+1]
    end
catch e
    print e
end
try
    for i=0..3
        y[i] = sort(z)[i+100]
    end
catch e
    print e
end
try
    {!interpreted for}
    for i=0..3
        y[i] = sort(z)[i+100]
    end
catch e
    print e
end
x = [1.5,2,3]
a = 3
try
    for j=0..4
        y[j] = argmax(x[a..floor(j/2)])
    end
catch e
    print e
end
print argmax(x[3..2])
% expect: index 2 is out of range: 'W[k]' has 2 elements along dimension 0
% expect: index 2 is out of range: 'W[0]' has 2 elements along dimension 0
% expect: index 2 is out of range: 'p.w[k]' has 2 elements along dimension 0
% expect: index 2 is out of range: 'the array' has 2 elements along dimension 0
% expect: index 2 is out of range: 'W[i]' has 2 elements along dimension 0
% expect: index 100 is out of range: 'the array' has 30 elements along dimension 0
% expect: index 100 is out of range: 'the array' has 30 elements along dimension 0
% expect: 'argmax' of an array without numbers
% error Q0404 at 68:7
