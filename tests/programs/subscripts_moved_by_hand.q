% Subscripts that a program moves inside its array, as boundary modes would: at the array's ends, at ends of a part of
% it, at those of another array, and where one of them is outside.
function y = dilated(x : mat, n : int, r : int)
    y = zeros(size(x))
    w = size(x,1)
    for i=0..size(x,0)-1
        for j=0..w-1
            m = x[i,j]
            for k=-r..r
                m = max(m, x[min(max(i+k,0),n-1), j])
                m = max(m, x[i, max(0, min(w-1, j+2*k))])
            end
            y[i,j] = m
        end
    end
end
function y = periodic(x : mat, n : int)
    y = zeros(size(x))
    w = size(x,1)
    for i=0..size(x,0)-1
        for j=0..w-1
            y[i,j] = x[mod(i+n-1,n),j] + 2*x[mod(i+1,n),j] - x[i,mod(j-1+w,w)] - 3*x[i,periodize(j+w-3,w)]
        end
    end
end
function y = differences(x : mat)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = x[min(i+1,size(x,0)-1),j] - x[max(i-1,0),j] + 4*x[i,min(j+1,size(x,1)-1)] - 4*x[i,max(j-1,0)]
        end
    end
end
function s = smoothed(x : vec, n : int)
    s = 0.0
    for i=0..numel(x)-1
        s += x[min(max(i-2,0),n-1)]*x[min(i+2,n-1)]
    end
end
x = zeros(70,90)
for i=0..69
    for j=0..89
        x[i,j] = mod(i*37 + j*53, 101)
    end
end
function s : scalar = weighed(y)
    s = 0.0
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            s += y[i,j]*(mod(i + 3*j, 7) + 1)
        end
    end
end
print weighed(dilated(x,70,3)), " ", weighed(dilated(x,40,3)), " ", weighed(dilated(x,70,0)), " ", weighed(dilated(x,1,2))
print weighed(periodic(x,70)), " ", weighed(periodic(x,33)), " ", weighed(differences(x))
v = x[:,5]
print smoothed(v,70), " ", smoothed(v,30), " ", smoothed(v,1), " ", sum(differences(zeros(0,4))), " ", weighed(differences(x[0..0,0..0]))
try
    print sum(dilated(x,71,3))
catch e
    print e
end
% expect: 2359287 2223994 1259549 1917659
% expect: -1266078 -1254455 7537
% expect: 154621 88531 277830 0 0
% expect: index 70 is out of range: 'x' has 70 elements along dimension 0
