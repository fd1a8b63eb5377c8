% precision: double
% A number that is written in the text is a scalar, of 64 bits here, also beside 32-bit elements: in loops and kernels as outside.
v = cast([2.5,1.3,7.7], vec[float])
function y = compiled(v)
    y = zeros(3,5)
    for i=0..2
        a = [v[i], 0.1]
        y[i,:] = [v[i]*0.1 + 0.3, v[i] > 2.3 ? v[i] : 0.1, a[1], v[i]^0.3, max(v[i], 1.4)]
    end
end
function y = stepped(v)
    y = zeros(3,5)
    {!interpreted for}
    for i=0..2
        a = [v[i], 0.1]
        y[i,:] = [v[i]*0.1 + 0.3, v[i] > 2.3 ? v[i] : 0.1, a[1], v[i]^0.3, max(v[i], 1.4)]
    end
end
w = zeros(3)
parallel_do(3, __kernel__ (pos) -> w[pos] = v[pos]*0.1 + 0.3)
print max(abs(compiled(v) - stepped(v))), " ", max(abs(w - (v*0.1 + 0.3)))
% expect: 0 0
print compiled(v)[0,0] - 0.55, " ", compiled(v)[1,4], " ", w[0]
% expect: 0 1.4 0.55
