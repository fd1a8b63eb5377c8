% Products read transposes where they are: the elements are those of products with the transposes made before.
function bad = check(m, k, n)
    a = rand(k, m) - 0.5
    b = rand(k, n) - 0.5
    at = transpose(a)
    bt = transpose(b)
    h = int(m/2)
    part = copy(a[0..2..k-1,h..m-1])
    bad = sum(transpose(a)*b != at*b) + sum(at*transpose(bt) != at*b) + sum(transpose(a)*transpose(bt) != at*b)
    bad += sum(transpose(a)*a != at*copy(a)) + sum(a*transpose(a) != copy(a)*at)
    bad += sum(transpose(a[0..2..k-1,h..m-1])*a[0..2..k-1,h..m-1] != transpose(copy(part))*part)
    bad += sum(transpose(a + 1)*b != transpose(copy(a + 1))*b)
end
seed(3)
print check(100,100,100), check(64,500,70), check(300,257,20), check(9,1000,12), check(500,9,513), check(3,2000,5), check(1,5000,3), check(4100,2,1)
% expect: 00000000

% A transpose that is no operand of a matrix product, and one that a function changes before the product is taken.
x = rand(80, 100)
print size(transpose(x)*2), " ", sum(transpose(x)*2 != 2*transpose(x))
% expect: [100,80] 0
function y = doubled(x : mat)
    x[:,:] = 2*x
    y = copy(x)
end
before = copy(x)
print sum(transpose(x)*doubled(x) != transpose(before)*(2*before))
% expect: 0
print size(transpose(x)*ones(80))
% error Q0302 at 29:12

