% arrayfun and cellfun with several arrays, cells as results and names of functions
print arrayfun(x -> x^2, [[1,2],[3,4]]), arrayfun((a, b) -> a*10 + b, [1,2,3], [4,5,6]), size(arrayfun(x -> 1, zeros(3,1)))
c = arrayfun(n -> ones(n), [1,2,3], "UniformOutput", false)
print numel(c), c[2], type(c, cell)
d = cellfun((a, b) -> a + b, `[1,2], [3]', `10, 20', "UniformOutput", false)
print d[0], d[1], cellfun("isempty", `[], 1'), cellfun("length", `[1,2], 1'), cellfun(numel, `[1,2], 1'), cellfun(x -> sum(x), `[1,2], [3,4,5]')
print cellfun((a, b) -> a + b, `1, 2', `10, 20'), cellfun(x -> 2*x, `1, 2', "UniformOutput", true)
print wthresh([-3,-1,0,2,5], "s", 1.5), wthresh([-3,-1,0,2,5], "h", 1.5), abs(wthresh(3+4j, "s", 1)) - 4 < 1e-5
for bad = `() -> arrayfun((a, b) -> a, [1,2], [1,2,3]), () -> cellfun("sum", `1'), () -> cellfun(x -> x, `1', "ErrorHandler", 1), () -> wthresh(1, "x", 2)'
    try
        bad()
    catch e
        print e
    end
end
% expect: [ 1, 4]
% expect: [ 9,16][14,25,36][3,1]
% expect: 3[1,1,1]1
% expect: [11,12][23][1,0][2,1][2,1][3,12]
% expect: [11,22][2,4]
% expect: [-1.5,0,0,0.5,3.5][-3,0,0,2,5]1
% expect: arrayfun: 3 items beside 2
% expect: cellfun: 'sum' is text; a function is given by its name or as x -> x^2
% expect: cellfun: the option 'ErrorHandler' is not known; "UniformOutput" is
% expect: wthresh: the kind 'x' is neither s nor h
