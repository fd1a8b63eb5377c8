% A name that held a float and is given an int by every iteration is another variable in the loop; after it the name has the last value,
% or what it had where no iteration gave one.
K = [5,6,7,3]
Y = zeros(4)
k = 0.5
for i = 0..3
    k = K[i]
    Y[i] = and(k,3) + K[and(k,3)]
end
print Y, k, " ", type(k)
% expect: [7,9,6,6]3 int
k = 0.5
for i = 0..numel(K)-5
    k = K[i]
    Y[i] = and(k,3)
end
print k
% expect: 0.5
{!serial for}
for i = 0..-1
    k = 2
    first = 2
end
print k
% expect: 0.5
for i = 0..3
    if K[i] > 5
        continue
    end
    k = K[i]
    Y[i] = k*2
end
print Y, k
% expect: [10,9,6,6]3
k = 0.25
function y = table(K)
    y = zeros(4,2)
    big = 9007199254740993
    n = 0.5
    for i = 0..3
        for j = 0..1
            n = K[i] + j + big
            y[i,j] = mod(n, 10)
        end
    end
end
print table(K)
% expect: [8,9]
% expect: [9,0]
% expect: [0,1]
% expect: [6,7]
m : scalar = 0.5
for i = 0..3
    m = K[i]
    Y[i] = m/2
end
print Y, type(m)
% expect: [2.5,3,3.5,1.5]scalar
% Inner loops may have no iterations: what stands behind them reads the one outside.
function s = behind(m, K)
    s = 0.0
    x = 2.5
    for i = 0..3
        for j = 0..m-1
            x = K[j]
        end
        s += x
    end
end
function s = behind_while(m, K)
    s = 0.0
    x = 2.5
    for i = 0..3
        while m > i
            x = K[i]
            m -= 1
        end
        for k = 0..1
            s += x
        end
    end
end
print behind(0,K), " ", behind(1,K), " ", behind_while(0,K), " ", behind_while(2,K)
% expect: 10 20 20 40
print first
% error Q0201 at 85:7
