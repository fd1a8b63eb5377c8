% Barriers of the whole grid: what any thread wrote before is what every thread reads behind it.
function [] = __kernel__ rotate(x : vec, y : vec, pos : int)
    x[pos] = pos
    syncthreads(grid)
    y[pos] = x[mod(pos + 1000, numel(x))]
end
% Rounds of a smoothing in one launch; x and y change places.
function [] = __kernel__ smooth(x : vec'circular, y : vec'circular, rounds : int, pos : int)
    for k=1..rounds
        if mod(k,2) == 1
            y[pos] = (x[pos-1] + 2*x[pos] + x[pos+1])/4
        else
            x[pos] = (y[pos-1] + 2*y[pos] + y[pos+1])/4
        end
        syncthreads(grid)
    end
end
x = zeros(2048)
y = zeros(2048)
parallel_do([2048,256], x, y, rotate)
wrong = 0
for i=0..2047
    wrong += y[i] != mod(i + 1000, 2048)
end
% expect: 0
print wrong
a = zeros(512)
for i=0..511
    a[i] = mod(i*i, 17)
end
b = copy(a)
c = zeros(512)
for k=1..6
    for i=0..511
        c[i] = (b[mod(i+511,512)] + 2*b[i] + b[mod(i+1,512)])/4
    end
    b = copy(c)
end
w = zeros(512)
parallel_do([512,128], a, w, 6, smooth)
% expect: 0
print max(abs(a - b))
