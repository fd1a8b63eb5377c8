% Whole powers of 64-bit floats: products in twice the bits, rounded once, the same in loops, whole arrays and single steps.
x = cast([1.1, -0.7, 3.0, 1e20, -1e20, 1e-20, inf, nan, 0.0], double)
x[3..5] = x[3..5].*cast([1e20, 1e20, 1e-20], double)  % beyond 32 bits
y = mat[double](4, 9)
for k = 0..8
    y[0,k] = x[k]^5
    y[1,k] = x[k]^8
    y[2,k] = x[k]^13
    y[3,k] = x[k]^64
end
print y[1,0..2], " ", y[0,2], " ", y[2,1], " ", y[0,3..8], y[1,4], y[3,2]
% expect: [2.1435891816883177,0.05764800214608239,6561] 243 -0.009688898895687201 [1.0000002004087915e200,-1.0000002004087915e200,9.999996826552707e-201,inf,nan,0]inf3.4336838202925124e30
same = 0
{!interpreted for}
for k = 0..8
    same += (x[k]^5 == y[0,k]) + (x[k]^8 == y[1,k]) + (x[k]^13 == y[2,k]) + (x[k]^64 == y[3,k])
end
big = repmat(x, [1000, 1])
print same, " ", sum(big^8 == repmat(y[1,0..8], [1000, 1])), " ", sum(big^5 == repmat(y[0,0..8], [1000, 1]))
% expect: 32 8000 8000
