% Windows whose ends move with the loops around them, clamped or not: sums of whole numbers are those of the loops in order, and variables
% hold what they hold after them. Expected numbers: NumPy, with the loops written out.
function x = image(h : int, w : int)
    x = zeros(h,w)
    for i=0..h-1
        for j=0..w-1
            x[i,j] = mod(5*i + 3*j, 13)
        end
    end
end
function y = boxes(x : mat, n : int, m : int)
    y = zeros(size(x))
    for r=n..size(x,0)-1-n
        for c=m..size(x,1)-1-m
            s = 0.0
            for i=r-n..r+n
                for j=c-m..c+m
                    s += x[i,j]*(i-r+5)
                end
            end
            y[r,c] = s
        end
    end
end
function y = clamped_boxes(x : mat, n : int, m : int)
    [h, w] = size(x)
    y = zeros(h,w)
    for r=0..h-1
        for c=0..w-1
            s = 0.0
            k = 0
            for i=max(0,r-n)..min(h-1,r+n)
                for j=max(c-m,0)..min(c+m,w-1)
                    s += x[i,j]
                    k += 1
                end
            end
            y[r,c] = s*1000 + k
        end
    end
end
function y = edges_repeated(x : mat, g : mat, n : int, m : int)
    [h, w] = size(x)
    y = zeros(h,w)
    for r=0..h-1
        for c=0..w-1
            s = 0.0
            for i=-n..n
                p = min(max(r+i,0),h-1)
                f = g[i+n,0]
                for j=-m..m
                    q = max(min(c+j,w-1),0)
                    s += f*x[p,q]*(j+m)
                end
            end
            y[r,c] = s
        end
    end
end
function y = zeros_outside(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h,w)
    for r=0..h-1
        for c=0..w-1
            s = 0.0
            for i=r-n..r+n
                for j=c-n..c+n
                    if i >= 0 && i < h && 0 <= j && w > j
                        s += x[i,j]*(j-c+9)
                    end
                end
            end
            y[r,c] = s
        end
    end
end
function y = one_sided(x : mat, n : int)   % clamped at one end, and along one dimension
    [h, w] = size(x)
    y = zeros(h,w)
    for r=0..h-1
        for c=0..w-1
            s = 0.0
            for i=max(0,r-n)..r
                s += x[i,c]
            end
            y[r,c] = s
        end
    end
    z = zeros(h,w)
    for r=0..h-1
        for c=0..w-1
            s = 0.0
            for j=c..min(w-1,c+n)
                s += x[r,j]
            end
            z[r,c] = s
        end
    end
    y += 100*z
end
function y = blocks(x : mat, b : int)
    y = zeros(int(size(x,0)/b), int(size(x,1)/b))
    for r=0..size(y,0)-1
        for c=0..size(y,1)-1
            s = 0.0
            for i=b*r..b*r+b-1
                for j=b*c..b*c+b-1
                    s += x[i,j]
                end
            end
            y[r,c] = s
        end
    end
end
function [i, j, s] = last_values(x : mat, n : int)   % of variables that are used after their loops
    i = -7
    j = -9
    y = zeros(size(x))
    for r=1..size(x,0)-2
        for c=2..size(x,1)-3
            s = 0.0
            for i=r-n..r+n
                for j=c-2*n..c+2*n
                    s += x[i,j]
                end
            end
            y[r,c] = s
        end
    end
    s = sum(y)
end
function v = weighed(y : mat)   % says where what stands
    v = 0
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            v += cast(y[i,j],int)*(mod(7*i + 3*j, 31) + 1)
        end
    end
end
function [] = show(h : int, w : int, n : int, m : int)
    x = image(h,w)
    print weighed(boxes(x,n,m)), " ", weighed(clamped_boxes(x,n,m)), " ", weighed(edges_repeated(x, transpose(0..2*n), n, m)), " ", _
        weighed(zeros_outside(x,n)), " ", weighed(one_sided(x,m)), " ", weighed(blocks(x,n+1))
end
% expect: 14934042 3586866695 7773647 19401634 78173537 230798
% expect: 9367538 2459465034 8110089 50827434 25799544 121166
% expect: 0 9760827 607040 87903 186154 46
% expect: 0 230139000 899082036 363106 11383430 0
% expect: 15725 3145515 0 28305 317645 3145
% expect: 8 39 22664
% expect: 7 37 1504
% expect: -7 -9 0
% expect: an error
function [] = main()
    show(9, 300, 1, 2)
    show(21, 64, 3, 1)
    show(4, 3, 2, 5)
    show(1, 50, 4, 60)
    show(7, 5, 0, 0)
    [i, j, s] = last_values(image(9,40), 1)
    print i, " ", j, " ", s
    [i, j, s] = last_values(image(9,40), 0)
    print i, " ", j, " ", s
    [i, j, s] = last_values(image(9,40), -1)
    print i, " ", j, " ", s
    try
        boxes(image(5,8), 1, -20)
    catch e
        print "an error"
    end
end
