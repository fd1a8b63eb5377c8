% What picks or orders elements keeps their type; what computes with them is int.
u = cast([3,200,100], uint8)
print type(sort(u)), type(unique(u)), type(cummax(u)), type(cummin(u)), type(fliplr(u)), type(repmat(u,2,1)), type(circshift(u,1))
% expect: vec[uint8]vec[uint8]vec[uint8]vec[uint8]vec[uint8]mat[uint8]vec[uint8]
print sort(u), unique([u,u][0,:]), cummax(u), cummin(u)
% expect: [3,100,200][3,100,200][3,200,200][3,3,3]
print type(cumsum(u)), type(cumprod(u)), type(diff(u)), cumsum(u), diff(u)
% expect: vec[int]vec[int]vec[int][3,203,303][197,-100]
h = cast([2.5,-1], half)
b = [true,false]
print type(sort(h)), sort(h), type(sort(b)), sort(b), type(cumsum(b)), type(cumsum(h)), type(sort([2,1]))
% expect: vec[half][-1,2.5]vec[bool][0,1]vec[int]vecvec[int]
[v, at] = sort(u, 1, "descend")
print type(v), v, type(at), at
% expect: vec[uint8][200,100,3]vec[int][1,2,0]
% floor and int of a quotient of ints are ints, however it is written.
print type(floor(7./2)), type(floor([7]./2)), floor(7./2), " ", int((-7)./2), " ", floor([7,-7]./2)
% expect: intvec[int]3 -3 [3,-4]
