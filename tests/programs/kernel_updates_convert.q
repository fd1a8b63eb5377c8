% Updates in kernels compute as those of loops do: in the type of both operands, and what comes out is converted.
function [] = __kernel__ less(y, e, pos : int)
    y[pos] -= e
end
function [] = __kernel__ more(y, e, pos : int)
    y[pos] += e
end
function [] = __kernel__ others(y, e, pos : int)
    y[pos] *= e
    y[pos] ^^= e
    y[pos] __= 3.5
    y[pos] /= 2
    y[pos] ^= 2
end
function [] = __kernel__ bits(y, e, pos : int)
    y[pos] |= 4
    y[pos] &= e
    y[pos] ~= 2
end
function z = by(kernel, y, e)
    z = copy(y)
    parallel_do(numel(z), z, e, kernel)
end
function y = less_in_loop(given, e)
    y = copy(given)
    for i = 0..numel(y)-1
        y[i] -= e
    end
end
function y = more_in_loop(given, e)
    y = copy(given)
    for i = 0..numel(y)-1
        y[i] += e
    end
end
function y = others_in_loop(given, e)
    y = copy(given)
    for i = 0..numel(y)-1
        y[i] *= e
        y[i] ^^= e
        y[i] __= 3.5
        y[i] /= 2
        y[i] ^= 2
    end
end
function y = bits_in_loop(given, e)
    y = copy(given)
    for i = 0..numel(y)-1
        y[i] |= 4
        y[i] &= e
        y[i] ~= 2
    end
end
function [] = show(y, e)
    print by(less, y, e), by(more, y, e), by(others, y, e), type(by(more, y, e))
    print less_in_loop(y, e), more_in_loop(y, e), others_in_loop(y, e)
end
function [] = show_bits(y, e)
    print by(bits, y, e), " ", bits_in_loop(y, e), type(by(bits, y, e))
end
show([true,false,true], 0.5)
show([true,false,true], -1)
show([true,false,true], false)
narrow = vec[uint8](3)
narrow[:] = [250,3,0]
show(narrow, 10.5)
show(narrow, 10)
show([250,3,0], -0.5)
show([2.5,3,0], 10)
show_bits([true,false], 2)
show_bits([true,false], 7)
show_bits([3.0,8,5], 6)
show_bits([3.0,8,5], 12.0)
show_bits([3,8,5], 12.0)
wide = vec[double](2)
wide[:] = [3,5]
show_bits(wide, 7)
% What is no whole number has no bits.
function [] = refused(y, e)
    try
        y = by(bits, y, e)
    catch why
        print why
    end
end
refused([2.5,1], 1)
refused([1,2], 0.5)
% A name that was declared, and an output that is, take the totals of threads in order, as numbers that they are given.
halves = [0.5,0.5,2.5]
T : int = 3
parallel_do(3, __kernel__ (pos : int) -> T += halves[pos])
U : int = 3
for i = 0..2
    U += halves[i]
end
print T, " ", U, " ", type(T)
T : uint8 = 3
parallel_do(1, __kernel__ (pos : int) -> T -= -0.5)
print T, " ", type(T)
T : int8 = 3
parallel_do(3, __kernel__ (pos : int) -> T ^^= [100,300,5][pos])
U : int8 = 3
for i = 0..2
    U ^^= [100,300,5][i]
end
print T, " ", U
T : half = 2048
parallel_do(3, __kernel__ (pos : int) -> T += 1)
U : half = 2048
for i = 0..2
    U += 1
end
print T, " ", U
q : vec[uint8](3)
parallel_do(2, __kernel__ (pos : int) -> q += [200,1,2.5])
print q, " ", type(q)
T : bool = true
parallel_do(1, __kernel__ (pos : int) -> T += -1)
print T, " ", type(T)
function [n : int, u : uint8] = __kernel__ totals(x, pos : int)
    n += x[pos]
    u += 100
end
[n, u] = parallel_do(3, halves, totals)
print n, " ", u
% A total of floats has the bits of the tree whether it is declared or not.
T : scalar = 0
V = 0.0
x = linspace(0, 1, 5000)
parallel_do(5000, __kernel__ (pos : int) -> T += x[pos])
parallel_do(5000, __kernel__ (pos : int) -> V += x[pos])
print T == V, T == sum(x)
% An int that a float does not hold becomes one where floats are added to it.
far = 16777217
parallel_do(1, __kernel__ (pos : int) -> far += 0.5)
print far, " ", type(far)
far = 16777217
for i = 0..0
    far += 0.5
end
print far, " ", type(far)
% expect: [1,1,1][1,1,1][1,1,1]vec[bool]
% expect: [1,1,1][1,1,1][1,1,1]
% expect: [1,1,1][0,1,0][1,0,1]vec[bool]
% expect: [1,1,1][0,1,0][1,0,1]
% expect: [1,0,1][1,0,1][0,0,0]vec[bool]
% expect: [1,0,1][1,0,1][0,0,0]
% expect: [239,0,0][255,13,10][1,1,1]vec[uint8]
% expect: [239,0,0][255,13,10][1,1,1]
% expect: [240,249,246][4,13,10][1,1,1]vec[uint8]
% expect: [240,249,246][4,13,10][1,1,1]
% expect: [250,3,0][249,2,0][0,0,0]vec[int]
% expect: [250,3,0][249,2,0][0,0,0]
% expect: [-7.5,-7,-10][12.5,13,10][3.0625,3.0625,3.0625]vec
% expect: [-7.5,-7,-10][12.5,13,10][3.0625,3.0625,3.0625]
% expect: [1,1] [1,1]vec[bool]
% expect: [1,1] [1,1]vec[bool]
% expect: [4,6,6] [4,6,6]vec
% expect: [6,14,6] [6,14,6]vec
% expect: [6,14,6] [6,14,6]vec[int]
% expect: [5,7] [5,7]vec[double]
% expect: 'or' works on integers, not on 2.5
% expect: 'and' works on integers, not on 0.5
% expect: 5 5 int
% expect: 3 int
% expect: 44 44
% expect: 2048 2048
% expect: [255,2,4] vec[uint8](3)
% expect: 0 bool
% expect: 2 44
% expect: 11
% expect: 16777216 scalar
% expect: 16777216 scalar
