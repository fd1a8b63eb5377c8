% Reductions: over everything, along a dimension, with the place; conventions of MATLAB where the language is silent.
A = [[3.0, 1, 2], [9, 7, 8]]
print sum(A), " ", sum(A, 0), " ", sum(A, 1)
% expect: 30 [12, 8,10] [ 6]
% expect: [24]
print prod(A, 0), " ", mean(A, 1), " ", size(mean(A, 0))
% expect: [27, 7,16] [2]
% expect: [8] [1,3]
print min(A), max(A), " ", max(A, [], 0), " ", min(A, [], 1)
% expect: 19 [9,7,8] [1]
% expect: [7]
[m, i] = max([3, 9, 2, 9])
print m, " ", i
% expect: 9 1
[m, i] = min(A, [], 1)
print transpose(m), " ", transpose(i)
% expect: [1,7] [1,1]
print max(A, 2.5), " ", min([1,5], [4,2])
% expect: [  3,2.5,2.5]
% expect: [  9,  7,  8] [1,2]
print argmax(A), argmin(A), " ", argmax(A, 0), " ", transpose(argmin(A, 1))
% expect: 31 [1,1,1] [1,1]
v = [2, 4, 4, 4, 5, 5, 7, 9]
print var(v), " ", std(v, 1, 1), " ", var(v, 0, 1), " ", std([5.0])
% expect: 4.571429 [2] [4.571429] 0
print var(A, 0), " ", transpose(std(A, 1))
% expect: [18,18,18] [1,1]
print any(A > 8), all(A > 1), " ", any(A > 8, 0), " ", all(A > 1, 1)
% expect: 10 [1,0,0] [0]
% expect: [1]
print norm([3.0, 4]), " ", norm([3, -4], 1), " ", norm([3, -4], inf), " ", norm(A, "fro") == sqrt(sum(A.*A)), " ", norm([1.0, 2, 2], 3)
% expect: 5 7 4 1 2.5712817
print sum([true, true, false]), " ", mean([1, 2]), " ", sum(7), " ", sum(A, 2)
% expect: 2 1.5 7 [3,1,2]
% expect: [9,7,8]
print max([nan, 1, 2]), " ", isnan(max([nan, nan])), " ", argmax([nan, 1, 5])
% expect: 2 1 2
C = cube(2, 3, 4)
C[:,:,:] = 1
print size(sum(C, 2)), " ", sum(sum(sum(C, 0), 1), 2), " ", size(sum(C, 0))
% expect: [2,3,1] [24] [1,3,4]
% a sum along a dimension has the bits of the sum of the line
R = rand(70, 50)
print sum(R, 0)[7] == sum(R[:,7]), " ", sum(R, 1)[9] == sum(R[9,:])
% expect: 1 1
print sum(A, "all") == sum(A), " ", mean(C, "all"), max(A, [], "all") == max(A), " ", std(v, 0, "all") == std(v), any(A > 8, "all"), all(A > 8, "all")
s = 0.0
for k = 0..1
    s += sum(C[k,:,:], "all")
end
print s
% expect: 1 11 110
% expect: 24
try
    x = sum(A, "omitnan")
catch e
    print e
end
% expect: 'omitnan' is no dimension; it is an int from 0 on, a list of them, or "all"
try
    x = sum(A, 16)
catch e
    print e
end
% expect: dimension 16 does not exist: there are 0 to 15
