% Numbers of uint64 are computed with as ints: said once, where the first is made; not where a type is only named.
type Whole : [int|uint32|uint64]
function y = twice(x : Whole)
    y = 2*x
end
print twice(4), uint32(7)
% expect: 87
x = vec[uint64](2)
% warning Q0301 at 8:9
x[0] = 5
y = uint64(3)
print x, y
% expect: [5,0]3
