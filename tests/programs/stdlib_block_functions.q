% Functions of neighbourhoods and of blocks: against filters and sums of the same elements.
x = [[1,2,3,4,5],[6,7,8,9,10],[2,4,6,8,1],[9,7,5,3,1]]
print all(nlfilter(x, [3,3], p -> max(p)) == ordfilt2(x, 9, ones(3,3))), nlfilter(x, [1,2], p -> p[0] + 10*p[1])
print all(nlfilter(x, [2,4], p -> sum(p)) == filter2(ones(2,4), x, "full")[1..4,2..6]), size(nlfilter(x, [5,1], p -> size(p,0)))
print blockproc(x, [2,3], s -> sum(s.data)), blockproc(x, [2,3], s -> [[s.location[0], s.location[1]]]), blockproc(x, [3,2], s -> 2*s.data)
print all(blockproc(x, [2,2], s -> conv2(s.data, ones(3,3), "same"), "BorderSize", [1,1]) == conv2(x, ones(3,3), "same")), all(blockproc(x, [2,2], s -> conv2(s.data, ones(3,3), "valid"), "BorderSize", 1, "TrimBorder", false) == conv2(x, ones(3,3), "same")), all(blockproc(x, [2,2], s -> imfilter(s.data, ones(3,3)), "BorderSize", 1, "PadMethod", "symmetric") == imfilter(x, ones(3,3), "symmetric"))
print blockproc(x, [3,3], s -> numel(s.data)), blockproc(x, [3,3], s -> numel(s.data), "PadPartialBlocks", true), blockproc(x, [3,3], s -> sum(s.data), "PadPartialBlocks", true, "PadMethod", 1)
c = reshape(1..24, [2,4,3])
print all(blockproc(c, [1,3], s -> s.data + 1) == c + 1), size(blockproc(c, [1,3], s -> s.data[:,:,0])), blockproc(x, [4,5], s -> s.imageSize), blockproc(x, [3,4], s -> s.blockSize[0]*10 + s.blockSize[1])
for bad = {() -> nlfilter(x, [3,3], p -> p), () -> nlfilter(x, 3, p -> 1), () -> blockproc(x, [0,2], s -> s.data), () -> blockproc(x, [2,2], s -> s.data, "Border", 1), () -> blockproc(x, [2,2], s -> s.data, "BorderSize")}
    try
        print bad()
    catch e
        print e
    end
end
% expect: 1[ 21, 32, 43, 54,  5]
% expect: [ 76, 87, 98,109, 10]
% expect: [ 42, 64, 86, 18,  1]
% expect: [ 79, 57, 35, 13,  1]
% expect: 1[4,5]
% expect: [27,28]
% expect: [33,13][0,0,0,3]
% expect: [2,0,2,3][ 2, 4, 6, 8,10]
% expect: [12,14,16,18,20]
% expect: [ 4, 8,12,16, 2]
% expect: [18,14,10, 6, 2]
% expect: 111
% expect: [9,6]
% expect: [3,2][9,9]
% expect: [9,9][39,40]
% expect: [27,11]
% expect: 1[2,4][4,5][34,31]
% expect: [14,11]
% expect: nlfilter: the function gives 9 elements; it gives one for each neighbourhood
% expect: nlfilter: blocks of [rows, columns], both 1 or more
% expect: blockproc: blocks of [rows, columns], both 1 or more
% expect: blockproc: 'Border' is not one of BorderSize, TrimBorder, PadPartialBlocks, PadMethod
% expect: blockproc: options are names and values in turn
