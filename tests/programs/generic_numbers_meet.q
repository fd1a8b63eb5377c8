% What a generic parameter stands for is the same in a loop that is compiled as outside: numbers meet in the wider type, and
% the boundary mode is the parameter's.
function y = double_of[T](x : mat[T], v : T)
    z : T = v
    y = z*2 + x[0,0]
end
function y = around[T](x : vec[T]'circular, k : int)
    y = x[k-1] + x[k+1]
end
function y = of_numbers[T](a : T, b : T)
    a += 0.5
    y = a + b
end
whole = imat(2,2)
parts = zeros(2,2)
row = [1,2,3,4]
print double_of(whole, 1.5), " ", double_of(parts, 3), " ", around(row, 0), " ", of_numbers(1, 2), " ", of_numbers(1, 2.25)
% expect: 3 6 6 3 3.75
y = zeros(5, 4)
for i=0..3
    y[0,i] = double_of(whole, i + 0.75)
    y[1,i] = double_of(parts, i)
    y[2,i] = around(row, i)
    y[3,i] = of_numbers(i, 2)
    y[4,i] = of_numbers(i, 2.25)
end
print y[0,:], y[1,:], y[2,:], y[3,:], y[4,:]
{!interpreted for}
for i=0..3
    y[0,i] = double_of(whole, i + 0.75)
    y[1,i] = double_of(parts, i)
    y[2,i] = around(row, i)
    y[3,i] = of_numbers(i, 2)
    y[4,i] = of_numbers(i, 2.25)
end
print y[0,:], y[1,:], y[2,:], y[3,:], y[4,:]
% expect: [1.5,3.5,5.5,7.5][0,2,4,6][6,4,6,4][2,3,4,5][2.75,3.75,4.75,5.75]
% expect: [1.5,3.5,5.5,7.5][0,2,4,6][6,4,6,4][2,3,4,5][2.75,3.75,4.75,5.75]
