% Further names of the system library
x : vec'mirror = [3,1,4,1,5]
for n=-12..12
    assert(x[n] == x[mirror_ext(n, 5)])
end
y = zeros(9)
parallel_do(9, __kernel__ (pos : int) -> y[pos] = x[mirror_ext(pos-4, 5)])
print y
print size(shuffledims(zeros(2,3,4), [2,0,1])), " ", mse([1,2,3], [1,2,6])
print fftshift1([1,2,3,4,5]), " ", ifftshift1(fftshift1([1,2,3,4,5]))
print fftshift1([[1,2,3],[4,5,6]])
print fftshift2([[1,2],[3,4]])
% expect: [5,1,4,1,3,1,4,1,5]
% expect: [4,2,3] 3
% expect: [4,5,1,2,3] [1,2,3,4,5]
% expect: [3,1,2]
% expect: [6,4,5]
% expect: [4,3]
% expect: [2,1]
