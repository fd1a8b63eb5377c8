% polyder and polyint as numpy.polyder and numpy.polyint.
print polyder([1,2,3,4]), polyder([5]), polyint([3,4,3], 4), polyint(polyder([2,0,-1,7]), 7), polyint([])
% expect: [3,4,3][0][1,2,3,4][2,0,-1,7][0]
