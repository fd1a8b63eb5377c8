% Running values of a long line are those of the loop, bit by bit; shorter lines, and many of them, go from left to right.
function y = by_loop(x)
    y = zeros(numel(x))
    s = 0.0
    for k = 0..numel(x)-1
        s += x[k]
        y[k] = s
    end
end
function y = in_order(x)
    y = zeros(numel(x))
    s = 0.0
    {!serial for}
    for k = 0..numel(x)-1
        s += x[k]
        y[k] = s
    end
end
n = 2^16
x = frac(sin(0..n)*43758.5)
print "long ", sum(cumsum(x) != by_loop(x)), " ", sum(cumsum(x) != in_order(x)) > 0, " ", numel(x)
% expect: long 0 1 65537
short = x[1..n]
print "short ", sum(cumsum(short) != in_order(short)), " ", numel(short)
% expect: short 0 65536

% The same lines in arrays: as a row, as one of two columns, from the end.
rows = zeros(3, n+1)
columns = zeros(n+1, 2)
for k = 0..n
    rows[1,k] = x[k]
    columns[k,1] = x[k]
end
print "row ", sum(cumsum(rows)[1,:] != cumsum(x)), " column ", sum(transpose(cumsum(columns, 0)[:,1]) != cumsum(x))
% expect: row 0 column 0
print "many ", sum(cumsum(repmat(x, 33, 1), 1)[7,:] != in_order(x))
% expect: many 0
back = cumsum(x, "reverse")
print "from the end ", sum(fliplr(back) != by_loop(fliplr(x)))
% expect: from the end 0

% Products and extremes, ints, truth values, complex numbers, the sign of a zero, NaN at the beginning.
factor = 1 + 1e-5*(x - 0.5)
y = zeros(n+1)
p = 1.0
for k = 0..n
    p *= factor[k]
    y[k] = p
end
print "product ", sum(cumprod(factor) != y)
% expect: product 0
wave = abs(sin((0..n)*0.0001)).*(1 + x)
high = wave[0]
low = wave[0]
unlike = 0
top = cummax(wave)
bottom = cummin(wave)
for k = 0..n
    high = max(high, wave[k])
    low = min(low, wave[k])
    unlike += top[k] != high || bottom[k] != low
end
print "extremes ", unlike
% expect: extremes 0
counts = cumsum(x > 0.5)
print "counts ", type(counts), " ", counts[n] == sum(x > 0.5), " ", type(cummax(cast(255*x, uint8)))
% expect: counts vec[int] 1 vec[uint8]
z = cumsum(complex(x, 1 - x))
print "complex ", sum(real(z) != cumsum(x)) + sum(imag(z) != cumsum(1 - x))
% expect: complex 0
x[0..2] = [nan, -0.0, 1]
none = -0.0*ones(n+1)
print "zeros ", 1/cumsum(none)[n], " ", cummax(x)[0..2], " ", cumsum(x)[1]
% expect: zeros -inf [nan,-0,1] nan
