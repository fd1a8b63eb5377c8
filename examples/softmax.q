% Softmax of each row: a plain loop over rows with three loops inside. It runs as one loop after another, each over all
% rows at once: `qc --explain=run examples/softmax.q` says so.
function y = softmax(x)
    y = zeros(size(x))
    #pragma force_parallel
    for i = 0..size(x,0)-1
        top = -inf
        for j = 0..size(x,1)-1
            top = max(top, x[i,j])
        end
        total = 0.0
        for j = 0..size(x,1)-1
            y[i,j] = exp(x[i,j] - top)
            total += y[i,j]
        end
        for j = 0..size(x,1)-1
            y[i,j] /= total
        end
    end
end
x = zeros(4, 4096)
for i = 0..3
    for j = 0..4095
        x[i,j] = sin(i + 0.01*j)
    end
end
y = softmax(x)
for i = 0..3
    printf("row %d: sum %.4f, largest %.6f\n", i, sum(y[i,:]), max(y[i,:]))
end
% expect: row 0: sum 1.0000, largest 0.000503
% expect: row 1: sum 1.0000, largest 0.000513
% expect: row 2: sum 1.0000, largest 0.000535
% expect: row 3: sum 1.0000, largest 0.000548
