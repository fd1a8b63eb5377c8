% Names in kernels that are one array and then another: work arrays that take turns, parameters chosen by conditions. What an array is,
% its name or what is captured of it now, stays so when the name becomes another one. Expected numbers: by hand and by another program.
function [] = __kernel__ turns(x : vec, y : vec, n : int, pos : int, blkpos : int, blkdim : int)
    a = shared(16)
    b = shared(16)
    a[blkpos] = x[pos]
    syncthreads
    for it=1..n
        b[blkpos] = a[max(blkpos-1,0)] + a[blkpos]
        syncthreads
        t = a
        a = b
        b = t
    end
    y[pos] = a[blkpos]
end
function [] = __kernel__ scan(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    a = shared(16)
    b = shared(16)
    a[blkpos] = x[pos]
    syncthreads
    s = 1
    while s < blkdim
        b[blkpos] = blkpos >= s ? a[blkpos] + a[blkpos-s] : a[blkpos]
        syncthreads
        [a,b] = [b,a]
        s *= 2
    end
    y[pos] = a[blkpos]
end
function [] = __kernel__ one_of(x : vec'circular, z : vec'clamped, y : vec, pos : int)
    src = x
    if mod(pos,3) == 1
        src = z
    end
    y[pos] = src[pos-2] + size(src,0)
end
function [] = __kernel__ three(x : mat, y : mat, w : mat, n : int, pos : int)
    for k=1..n
        for j=0..size(x,1)-1
            y[pos,j] = x[pos,j] + 1
        end
        y[pos,0] += 10
        t = x
        x = y
        y = w
        w = t
        if k == 4
            break
        end
    end
end
function r = __device__ last(p : vec, q : vec, pos : int, n : int)
    for k=1..n
        q[pos] = p[pos]*2
        t = p
        p = q
        q = t
    end
    r = p[pos]
end
function [] = __kernel__ by_function(p : vec, q : vec, y : vec, n : int, pos : int)
    y[pos] = last(p, q, pos, n) + p[pos]*1000
    f = k -> p[k]
    y[pos] += f(pos)
end
function [] = __kernel__ in_turn(p : vec, q : vec, y : vec, pos : int)
    s = p
    r = 0.0
    for k=0..3
        old = s
        r = r*10 + s[pos]
        if mod(k,2) == 0
            s = q
        else
            s = p
        end
        r = r*10 + old[pos]
    end
    y[pos] = r
end
x = (0..31)*1.0
for n = 0..3
    y = zeros(32)
    parallel_do([32,16],x,y,n,turns)
    print y[0..4], y[16..18], sum(y)
end
parallel_do([32,16],x,y,scan)
print y[15],y[16],y[31]
y = zeros(6)
parallel_do(6,[1.0,2,3,4,5,6],[10.0,20,30],y,one_of)
print y
for n=0..6
    x3 = reshape(0..5,[2,3])*1.0
    y3 = zeros(2,3)
    w3 = ones(2,3)*100
    parallel_do(2,x3,y3,w3,n,three)
    print x3[1,:],y3[1,:],w3[1,:]
end
for n=0..3
    p = [1.0,2,3]
    q = [10.0,20,30]
    y = zeros(3)
    parallel_do(3,p,q,y,n,by_function)
    print p,q,y
end
y = zeros(3)
parallel_do(3,[1.0,2,3],[4.0,5,6],y,in_turn)
print y
% elements are updated where the name stands, and keep the boundary mode of the array or of the new name
function [] = __kernel__ updated(p : vec, q : vec'circular, y : vec, pos : int)
    s = pos == 1 ? 0 : 1
    a = p
    if s == 0
        a = q
    end
    a[2] += pos + 1
    if pos > 1
        a[0] ^^= 10*pos
    end
    m : vec'mirror = a
    y[pos] = a[-1] + 10*m[-1] + 100*numel(a)
end
function [] = __kernel__ captured_now(p : vec, q : vec, y : vec, pos : int)
    a = p
    for k=0..1
        f = i -> a[i]
        a = q
        y[pos] = y[pos]*100 + f(pos)*10 + a[pos]
    end
end
p = [1.0,2,3]
q = [5.0,6,7,8]
y = zeros(3)
parallel_do(3,p,q,y,updated)
print p,q,y
p = [1.0,2,3]
y = zeros(3)
parallel_do(3,p,[4.0,5,6],y,captured_now)
print y
% of those around the kernel
function [] = around(a, b, n)
    function [] = __kernel__ k(pos : int)
        src = a
        dst = b
        for i=1..n
            dst[pos] = src[pos]*2
            t = src
            src = dst
            dst = t
        end
        if pos > 0
            src = b
        end
        dst[pos] += src[pos]*100
    end
    parallel_do(numel(a),k)
    print a[0]," ",b[0]," ",a[1]," ",b[1]
end
for n = 2..3
    around(ones(8),zeros(8),n)
    around(ones(80),zeros(80),n)
end
% expect: [0,1,2,3,4][16,17,18]496
% expect: [0,1,3,5,7][32,33,35]962
% expect: [0,1,4,8,12][64,65,68]1866
% expect: [0,1,5,12,20][128,129,133]3620
% expect: 12016376
% expect: [6,11,2,3,31,5]
% expect: [3,4,5][0,0,0][100,100,100]
% expect: [3,4,5][14,5,6][100,100,100]
% expect: [3,4,5][14,5,6][25,6,7]
% expect: [36,7,8][14,5,6][25,6,7]
% expect: [36,7,8][47,8,9][25,6,7]
% expect: [36,7,8][47,8,9][25,6,7]
% expect: [36,7,8][47,8,9][25,6,7]
% expect: [1,2,3][10,20,30][1002,2004,3006]
% expect: [1,2,3][2,4,6][1003,2006,3009]
% expect: [4,8,12][2,4,6][4008,8016,12024]
% expect: [4,8,12][8,16,24][4012,8024,12036]
% expect: [11441144,22552256,33663368]
% expect: [20,2,7][5,6,9,8][320,468,320]
% expect: [1444,2555,3666]
% expect: 4 402 4 202
% expect: 4 402 4 202
% expect: 804 8 804 8
% expect: 804 8 804 8
