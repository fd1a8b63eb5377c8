% Functions of the core that are written in the language.
print repmat([1,2], [2,2])
print size(repmat(ones(2,3), [1,1,8]))
print size(squeeze(ones(1,4,3))), factorial(5)
print cumsum([1,2,3,4]), cumprod([1,2,3,4])
print median([5,1,4]), " ", median([4,1,3,2]), " ", median([[1,2,7],[4,50,6],[7,8,9]]), " ", median([2,2,2,9])
print norm([3,4])
print find([[0,1],[1,0]])
% expect: [1,2,1,2]
% expect: [1,2,1,2]
% expect: [2,3,8]
% expect: [4,3]120
% expect: [1,3,6,10][1,2,6,24]
% expect: 4 2.5 7 2
% expect: 5
% expect: [0,1]
% expect: [1,0]
