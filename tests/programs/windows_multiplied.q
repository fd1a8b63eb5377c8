% Products of more than two matrices in loops and kernels, D*x*E, have the bits that they have outside.
function [] = transform(y : cube, x, d, at)
    e = transpose(d)
    n = 4
    for k = 0..size(y,0)-1
        r = at[k,0]
        c = at[k,1]
        y[k,:,:] = d*x[r..r+n-1, c..c+n-1]*e*d
    end
end
seed(9)
x = rand(20, 20)
d = rand(4, 4) - 0.5
at = [[0,3],[7,7],[16,1],[5,16],[2,2]]
y = zeros(5, 4, 4)
transform(y, x, d, at)
z = zeros(5, 4, 4)
parallel_do(5, __kernel__ (pos : int) -> z[pos,0..3,0..3] = d*x[at[pos,0]..at[pos,0]+3, at[pos,1]..at[pos,1]+3]*transpose(d)*d)
bad = 0
{!interpreted for}
for k = 0..4
    t = d*x[at[k,0]..at[k,0]+3, at[k,1]..at[k,1]+3]
    t = t*transpose(d)
    t = t*d
    bad += sum(t != squeeze(y[k,:,:])) + sum(t != squeeze(z[k,:,:]))
end
print bad
% expect: 0
