% While loops that take records from a heap and a stack: the record is an iteration's own.
type item : class
    key : scalar
    index : int
end
type heap : mutable class
    items : vec[item]
    n : int
end
function [] = push(h : heap, it : item)
    i = h.n
    h.n += 1
    h.items[i] = it
    while i > 0
        p = int((i-1)/2)
        if h.items[i].key >= h.items[p].key
            break
        end
        t = h.items[p]
        h.items[p] = h.items[i]
        h.items[i] = t
        i = p
    end
end
function top : item = pop(h : heap)
    top = h.items[0]
    h.n -= 1
    h.items[0] = h.items[h.n]
    i = 0
    while true
        c = 2*i+1
        if c >= h.n
            break
        end
        if c+1 < h.n && h.items[c+1].key < h.items[c].key
            c += 1
        end
        if h.items[c].key >= h.items[i].key
            break
        end
        t = h.items[c]
        h.items[c] = h.items[i]
        h.items[i] = t
        i = c
    end
end
N = 20000
h = heap(items := vec[item](N+4), n := 0)
for k = 0..N-1
    push(h, item(key := mod(k*7919,10007), index := k))
end
s = 0
k = 0
while h.n > 0
    it = pop(h)
    s += it.index*mod(k,3)
    k += 1
end
print s, " ", k
% expect: 200617452 20000
h = heap(items := vec[item](N+4), n := 0)
k = 0
while k < N
    push(h, item(key := mod(k*7919,10007), index := k))
    k += 1
end
last = item(key := -1, index := -1)
rising = 0
while h.n > 0
    it = pop(h)
    rising += it.key >= last.key ? 1 : 0
    last = it
end
print rising, " ", last.key, " ", last.index
% expect: 20000 10006 1040
type stack : mutable class
    items : vec[item]
    n : int
end
function [] = put(h : stack, it : item)
    h.items[h.n] = it
    h.n += 1
end
function t : item = take(h : stack)
    h.n -= 1
    t = h.items[h.n]
end
function [lab, last] = flood(N : int)
    h = stack(items := vec[item](N*N + 4), n := 0)
    lab = imat(N,N)
    put(h, item(0.0, 5*N+5))
    lab[5,5] = 1
    last = 0
    while h.n > 0
        it = take(h)
        i = floor(it.index/N)
        j = mod(it.index,N)
        for d = 0..3
            a = i + [0,0,1,-1][d]
            b = j + [1,-1,0,0][d]
            if a >= 0 && b >= 0 && a < N && b < N && lab[a,b] == 0
                lab[a,b] = lab[i,j]
                put(h, item(it.key + 1, a*N+b))
            end
        end
        last = it.key
    end
end
[lab, last] = flood(150)
print sum(lab), " ", last
% expect: 22500 1
