% imblocks.q, sortrows.q, bicgstab of iterative.q against NumPy (sliding_window_view, lexsort, linalg.solve).
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
x = reshape(0..19, [4,5])
print im2col(x, [2,3])
print im2col(x, [3,2], "distinct")
print max(abs(col2im(im2col(x, [3,2], "distinct"), [3,2], [4,5], "distinct") - x))
print col2im(mean(im2col(x, [2,3]), 0), [2,3], [4,5])
m = [[3,1,2],[1,2,2],[3,0,1],[1,2,1],[1,0,9]]
[y, order] = sortrows(m)
print y
print order
[y, order] = sortrows(m, 0)
print order
[y, order] = sortrows(m, [2,0])
print order
A = [[4,1,0,0],[2,5,1,0],[0,-1,3,1],[1,0,0,6]]*1.0
[u, flag, res, steps] = bicgstab(A, [1,2,3,4])
print max(abs(u - [0.21325648,0.14697406,0.83861671,0.63112392])) < 1e-5, flag, res < 1e-6, " ", steps <= 4
[u, flag, res, steps] = bicgstab(v -> reshape(A*reshape(v, [4,1]), [4]), [[1],[2],[3],[4]], 1e-6, 2)
print size(u), flag, steps
[u, flag] = bicgstab(A, [0,0,0,0])
print u, flag
refuses(() -> im2col(x, [2,3], "slide"))
refuses(() -> im2col(x, [0,3]))
refuses(() -> col2im([1,2], [2,3], [4,5]))
refuses(() -> sortrows(m, 3))
refuses(() -> bicgstab(A, [1,2]))
% expect: [ 0, 1, 2, 5, 6, 7,10,11,12]
% expect: [ 1, 2, 3, 6, 7, 8,11,12,13]
% expect: [ 2, 3, 4, 7, 8, 9,12,13,14]
% expect: [ 5, 6, 7,10,11,12,15,16,17]
% expect: [ 6, 7, 8,11,12,13,16,17,18]
% expect: [ 7, 8, 9,12,13,14,17,18,19]
% expect: [ 0, 2, 4,15,17,19]
% expect: [ 1, 3, 0,16,18, 0]
% expect: [ 5, 7, 9, 0, 0, 0]
% expect: [ 6, 8, 0, 0, 0, 0]
% expect: [10,12,14, 0, 0, 0]
% expect: [11,13, 0, 0, 0, 0]
% expect: 0
% expect: [ 3.5, 4.5, 5.5]
% expect: [ 8.5, 9.5,10.5]
% expect: [13.5,14.5,15.5]
% expect: [1,0,9]
% expect: [1,2,1]
% expect: [1,2,2]
% expect: [3,0,1]
% expect: [3,1,2]
% expect: [4,3,1,2,0]
% expect: [1,3,4,0,2]
% expect: [3,2,1,0,4]
% expect: 101 1
% expect: [4,1]12
% expect: [0,0,0,0]0
% expect: im2col: the kind 'slide' is not one of sliding, distinct
% expect: im2col: blocks of [rows, columns], both 1 or more
% expect: col2im: 2 values for 3 x 3 blocks
% expect: sortrows: columns 3 to 3 of 3; they count from 0
% expect: bicgstab: a matrix of 4 x 4 for 2 elements; it is 2 x 2
