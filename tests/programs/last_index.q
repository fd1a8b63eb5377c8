% `end` within an index is the last one, in host code, loops and kernels; the lines for editors are nothing.
#region data
x = [5, 6, 7, 8]
A = [[1,2,3],[4,5,6]]
#endregion
% expect: 8 7 [5,7] [6,7,8]
print x[end], " ", x[end-1], " ", x[0..2..end], " ", x[1..end]
% expect: 6 [3]
% expect: [6] 5 5
print A[end,end], " ", A[:,end], " ", A[end,end-1], " ", A[end/1, (end-0)/2]
A[end,:] = [7,8,9]
A[0,end] += 1
% expect: [8,7]
print x[[end, x[0]-3]]
% expect: [1,2,4]
% expect: [7,8,9]
print A
r = object()
r.rows = {[1,2], [3,4,5]}
% expect: 5 [1,5]
print r.rows[end][end], " ", [r.rows[0][0], r.rows[end][end]]
y = zeros(1,4)
for i=0..numel(x)-1
    y[end-i] = x[i] + x[end]*A[end,end]
end
% expect: [80,79,78,77]
print y
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = x[min(pos+1,end)] - x[end]
end
parallel_do(4, x, y, k)
% expect: [-2,-1, 0, 0]
print y
% expect: one line
if x[end] == 8 print "one line" end
