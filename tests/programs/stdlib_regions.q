% bwregions.q against scipy.ndimage (label, binary_fill_holes, binary_erosion).
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
m = [[1,1,0,0,0,0,0],[1,0,0,1,1,1,0],[0,0,0,1,0,1,0],[0,0,0,1,1,1,0],[0,1,0,0,0,0,0],[0,0,0,0,1,1,1]]
print imfill(m)
print bwareaopen(m, 3)
print imclearborder(m)
print bwperim(ones(4,5))
print bwperim([[1,1,1],[1,1,1],[1,1,0]]), bwperim([[1,1,1],[1,1,1],[1,1,0]], 8)
% The hole is open to its corner: closed for 4 neighbours
h = [[0,0,0,0],[0,1,1,0],[1,0,1,0],[0,1,1,0],[0,0,0,0]]
print imfill(h)
print sum(bwareaopen(h, 8, 4)), " ", sum(bwareaopen(h, 5, 4)), " ", sum(bwareaopen(h, 7, 8))
refuses(() -> imfill(m, "all"))
refuses(() -> bwperim(m, 6))
refuses(() -> bwareaopen(m, 3, 6))
% expect: [1,1,0,0,0,0,0]
% expect: [1,0,0,1,1,1,0]
% expect: [0,0,0,1,1,1,0]
% expect: [0,0,0,1,1,1,0]
% expect: [0,1,0,0,0,0,0]
% expect: [0,0,0,0,1,1,1]
% expect: [1,1,0,0,0,0,0]
% expect: [1,0,0,1,1,1,0]
% expect: [0,0,0,1,0,1,0]
% expect: [0,0,0,1,1,1,0]
% expect: [0,0,0,0,0,0,0]
% expect: [0,0,0,0,1,1,1]
% expect: [0,0,0,0,0,0,0]
% expect: [0,0,0,1,1,1,0]
% expect: [0,0,0,1,0,1,0]
% expect: [0,0,0,1,1,1,0]
% expect: [0,1,0,0,0,0,0]
% expect: [0,0,0,0,0,0,0]
% expect: [1,1,1,1,1]
% expect: [1,0,0,0,1]
% expect: [1,0,0,0,1]
% expect: [1,1,1,1,1]
% expect: [1,1,1]
% expect: [1,0,1]
% expect: [1,1,0][1,1,1]
% expect: [1,1,1]
% expect: [1,1,0]
% expect: [0,0,0,0]
% expect: [0,1,1,0]
% expect: [1,1,1,0]
% expect: [0,1,1,0]
% expect: [0,0,0,0]
% expect: 0 5 0
% expect: imfill: 'all' is not known; what is filled are "holes", or parts around places [[i, j], ..]
% expect: bwperim: connectivity 6 is neither 4 nor 8
% expect: bwlabel: connectivity 6 is neither 4 nor 8
