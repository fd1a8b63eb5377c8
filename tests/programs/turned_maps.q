% Maps that read along one loop and store along the other: squares are turned in shared memory on a GPU.
function y = transposed(x)
    y = zeros(size(x,1), size(x,0))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[j,i] = x[i,j]
        end
    end
end
function y = gathered(x, a : mat[uint8], b)
    y = zeros(size(x,1), size(x,0))
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            t = x[i,j] + 2*a[i,j]
            y[j,i] = t*b[j,i] + x[i,j] - j
        end
    end
end
function y = planes(x : cube)
    y = zeros(size(x,0), size(x,2), size(x,1))
    for k=0..size(x,0)-1
        for i=0..size(x,1)-3
            for j=0..size(x,2)-1
                y[k,j,i] = x[k,i+2,j] - x[k,i,j] + (j > 5 ? x[k,i+1,j] : 0)
            end
        end
    end
end
% In place: what is stored is read where it lies.
function [] = half(x, n : int)
    for i=0..n-1
        for j=0..n-1
            if j < i
                x[j,i] = x[i,j]
            end
        end
    end
end
function s = weighed(y)
    s = 0.0
    for k=0..numel(y)-1
        s += mod(y[k], 32)*(mod(k, 7) + 1)
    end
end
x = zeros(131,101)
a = mat[uint8](131,101)
b = zeros(101,131)
for i=0..130
    for j=0..100
        x[i,j] = mod(i*37 + j*53, 101)
        a[i,j] = mod(i*7 + j*3, 200)
        b[j,i] = mod(i + 2*j, 5)
    end
end
c = reshape(mod(0..3*70*90-1, 97), [3, 70, 90])
y = transposed(x)
print weighed(y), " ", max(abs(y - transpose(x))), " ", weighed(gathered(x, a, b)), " ", weighed(planes(c*1.0))
half(x, 101)
print weighed(x)
% expect: 785318 0 638310 861166
% expect: 785499
