% Atomic functions outside kernels: the element's old value and the update; in loops they are updates like +=.
h = zeros(4)
print atomic_add(h[2], 5), " ", atomic_max(h[2], 3), " ", atomic_exch(h[0], 7), " ", h
% expect: 0 5 0 [7,0,5,0]
n = ivec(2)
print atomic_inc(n[0], 2), atomic_inc(n[0], 2), atomic_inc(n[0], 2), n[0], " ", atomic_dec(n[1], 9), n[1]
% expect: 0120 09
print atomic_cas(n[1], 9, 4), n[1], atomic_cas(n[1], 9, 5), n[1], " ", atomic_or(n[1], 3), n[1]
% expect: 9444 47
x = mod(7*(0..999), 10)
bins = ivec(10)
for i=0..999
    atomic_add(bins[x[i]], 1)
end
print bins
% expect: [100,100,100,100,100,100,100,100,100,100]
% loop 12: bins + bins[x[i]]
queue = ivec(1000)
top = ivec(1)
for i=0..999
    if x[i] == 3
        queue[atomic_add(top[0], 1)] = i
    end
end
print top[0], " ", queue[0..2]
% expect: 100 [9,19,29]
m = zeros(3,3)
pos = [1,2]
print atomic_add(m[pos], 2.5), m[1,2]
% expect: 02.5
