% Loops in order whose accesses lose their checks where they cannot fail, and keep them where they can.
n = 40
a = zeros(n, n)
for i = 0..n-1
    for j = 0..n-1
        a[i,j] = mod(7*i + 3*j, 11) + (i == j ? 50 : 0)
    end
end
% Elimination: triangular ranges.
f = copy(a)
for k = 0..n-1
    for i = k+1..n-1
        r = f[i,k]/f[k,k]
        f[i,k] = r
        for j = k+1..n-1
            f[i,j] = f[i,j] - r*f[k,j]
        end
    end
end
trace_of_f = 0.0
for i = 0..n-1
    trace_of_f += f[i,i]
end
print round(100*trace_of_f)

% A place that is kept over iterations begins with its value before the loop, which is outside.
v = ones(10)
last = 12
message = ""
try
    for i = 0..9
        v[last] = v[last] + v[i]
        last = i
    end
catch e
    message = "outside"
end
print message

% A variable of an inner loop that did not run keeps what it was.
k = 15
message = "none"
try
    for i = 1..3
        for k = 5..4
            v[0] = v[0] + 1
        end
        v[k] = v[k-1] + i
    end
catch e
    message = "outside"
end
print message

% Conditions bound; without them the access fails.
w = zeros(10)
for i = 0..12
    if i >= 1 && i < 10
        w[i] = w[i-1] + i
    end
end
print w[9]
try
    for i = 0..12
        w[i] = w[max(i-1,0)] + i
    end
catch e
    print "outside at the end"
end
% A while loop: what its condition bounds is not bounded behind it.
p = 3
while p < 9
    w[p] = w[p-1] + 1
    p = p + 1
end
w[p] = -1
print w[9], " ", p
% expect: 209481
% expect: outside
% expect: outside
% expect: 45
% expect: outside at the end
% expect: -1 9
