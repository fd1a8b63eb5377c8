% What a kernel knows of a short array is what it holds, also where only functions that are given it, or another name of it, write to it.
function u = __device__ drawn(state)
    state[0] += 1
    u = state[0]*10
end
function u = __device__ several(state)
    u = 0
    for k=0..5
        t = drawn(state)
        if t > 100
            return
        end
        u += t
    end
end
function [] = __kernel__ counts(y : mat, n : int, pos : int)
    state = [0, pos]
    for s=0..n-1
        y[pos,s] = drawn(state)
    end
    while state[0] < 7
        y[pos,n] += drawn(state) + several(state)
    end
end
function [] = __kernel__ by_another_name(y : mat, pos : int)
    a = [0, pos]
    for s=0..3
        y[pos,s] = a[0] + a[1]
        drawn(a)
        if s > 1
            several(a)
        end
    end
end
y = zeros(2,5)
parallel_do(2, y, 4, counts)
print y[0,:], y[1,:]
% expect: [10,20,30,40,450][10,20,30,40,450]
parallel_do(2, y, by_another_name)
print y[0,0..3], y[1,0..3]
% expect: [0,1,2,9][1,2,3,10]
y = zeros(2,5)
for m=0..1
    state = [0, m]
    for s=0..3
        y[m,s] = drawn(state)
    end
    for s=0..0
        y[m,4] += drawn(state) + several(state)
    end
end
print y[0,:], y[1,:]
% expect: [10,20,30,40,450][10,20,30,40,450]
