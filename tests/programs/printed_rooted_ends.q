% Where a loop ends with a root of a number, a launch does not know beforehand, and the loop runs in order: printed with
% its kernels, the program leaves it as it is, for the same bits.
function s = quotients(n, m)
    s = 0.3
    for i=0..n-1
        for j=0..min(sqrt(m*1.0), m-1)
            s /= 1 + mod(i*j, 9)/4096
        end
    end
end
function s = in_order(n, m)
    s = 0.3
    {!serial for}
    for i=0..n-1
        {!serial for}
        for j=0..min(sqrt(m*1.0), m-1)
            s /= 1 + mod(i*j, 9)/4096
        end
    end
end
print quotients(301, 8) == in_order(301, 8), " ", quotients(0, 8), " ", quotients(3, 1)
% expect: 1 0.3 0.3
