% A number given for T fits itself to the elements that T was given: ints of any width keep it, floats beside ints make it float.
function [] = __kernel__ fill[T](y : vec[T], v : T, pos : int)
    y[pos] = v
end
function put[T](v : T, y : vec[T])
    y[0] = v
end
function t = holds[T](v : T, y : vec[T])
    t = type(y)
end
y = uint8(zeros(4))
parallel_do(4, y, 7, fill)
put(9, y)
print y, " ", type(y)
z = zeros(3)
parallel_do(3, z, 2, fill)
put(5, z)
print z
w = int16([1,2,3])
for i=0..2
    put(300, w)
end
print w
print holds(7, y), " ", holds(7.5, [1,2]), " ", holds(7, [1.5,2])
% expect: [9,7,7,7] vec[uint8]
% expect: [5,2,2]
% expect: [300,2,3]
% expect: vec[uint8] vec vec
