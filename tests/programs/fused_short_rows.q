% A product that is added to a short row, or to a part of one, is fused with its elements in loops as outside.
for w=2..16
    x = sin(reshape(float(0..20*w-1) .* 1.7, [20,w]))
    y = cos(x .* 3)
    z = copy(y)
    for i=0..19
        y[i,:] += x[i,:] .* x[19-i,:]
        y[i,0..1] -= 0.3 * x[i,0..1]
    end
    {!interpreted for}
    for i=0..19
        z[i,:] += x[i,:] .* x[19-i,:]
        z[i,0..1] -= 0.3 * x[i,0..1]
    end
    if sum(sum(y != z)) > 0
        print w, ": ", sum(sum(y != z))
    end
end
print "done"
% expect: done
