% Windows of more sizes than a loop is compiled for one by one: those that come later have the bits of the first ones, which
% are those of sum(...).
function y = windows(x : mat, n : int)
    y = zeros(size(x,0)-n+1, size(x,1)-n+1)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            total = 0.0
            for p = 0..n-1
                for q = 0..n-1
                    total += x[i+p,j+q]*(p+2*q+1)
                end
            end
            y[i,j] = total
        end
    end
end
seed(4)
x = rand(40,48)
different = 0
for n = 2..19
    y = windows(x, n)
    weights = zeros(n,n)
    for p = 0..n-1
        for q = 0..n-1
            weights[p,q] = p+2*q+1
        end
    end
    z = zeros(size(y))
    {!interpreted for}
    for i = 0..7..size(y,0)-1
        z[i,3] = sum(x[i..i+n-1,3..n+2].*weights)
        different += z[i,3] != y[i,3]
    end
end
print different
% expect: 0
