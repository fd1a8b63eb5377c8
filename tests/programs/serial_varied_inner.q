% A nest in order whose inner loops are short in each round, how short is not known before: compiled whole, not stepped.
% 'v' is written before it is read, so that each iteration has its own; of 't' it is not known.
function [] = __device__ haar(v : vec'unchecked, t : vec'unchecked, n : int)
    m = n
    while m > 1
        half = int(m/2)
        for i=0..half-1
            t[i] = v[2*i]+v[2*i+1]
            t[half+i] = v[2*i]-v[2*i+1]
        end
        for i=0..m-1
            v[i] = t[i]
        end
        m = half
    end
end
v = zeros(8)
t = zeros(8)
y = zeros(500)
for i=0..499
    for k=0..7
        v[k] = k+i
    end
    haar(v, t, 8)
    y[i] = v[0]+v[1]
end
assert(max(abs(y - (8*(0..499)+12))) == 0)
print y[0], " ", y[499]
% expect: 12 4004
% loop 20: serial R011
