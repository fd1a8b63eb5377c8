% A part of an array is updated element by element from a value with one element for each, a row for a column too, as it is
% assigned; in compiled loops and outside.
m = ones(4,5)
m[:,2] += [1,2,3,4]
m[1,:] .*= transpose([1,2,3,4,5])
m[:,0] -= 0.5*[1,2,3,4]
print m
x = ones(3,3,4)
x[1,1,:] += reshape([1,2,3,4],[1,1,4])
x[0,:,2] ^^= transpose([0,7,0])
print x[1,1,:], x[0,:,2]
big = ones(5000,3)
big[:,1] += 0..4999
big[:,2] += 0.1*(0..4999)
s = ones(5000,3)
for k=0..0
    s[:,1] += 0..4999
    for i=0..4999
        s[i,2] += 0.1*i
    end
end
print sum(big[:,1]), " ", max(abs(big-s))
function f(m : mat)
    m[:,2] += [1,2,3]
end
try
    f(m)
catch e
    print e
end
% expect: [ 0.5,   1,   2,   1,   1]
% expect: [   0,   2,   9,   4,   5]
% expect: [-0.5,   1,   4,   1,   1]
% expect: [  -1,   1,   5,   1,   1]
% expect: [2,3,4,5][1,7,1]
% expect: 12502500 0
% expect: 12 elements cannot be stored into 4
