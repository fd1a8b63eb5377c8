% Fields, parts that are moved, parameters and generic outputs of bytes wrap in loops as outside.
type pixel : class
    r : uint8
    g : int16
end
function b = raised(b : vec[uint8])
    b[0] += 200
end
function y : T = total[T](x : vec[T])
    y = 0
    for k = 0..numel(x)-1
        y += x[k]
    end
end
% expect: moved [33020,-32768,-32764] [232,232,232] [150,103,107] [44,44,44] [144,44,250] [97,94,54]
function [] = moved()
    u = cast([200,100,50,3,197,60], vec[uint8])
    v = cast([200,100,50,3,7,250], vec[uint8])
    p = pixel(r := 250, g := 32766)
    y = zeros(6, 3)
    for i = 0..2
        p.r += 3
        p.g += 1
        y[0,i] = p.r + p.g
        q = sort(v[i..i+2])
        q[0] = 1000
        y[1,i] = q[0]
        w = fliplr(v[i..i+2])
        w[0] += 100
        y[2,i] = w[0]
        m = max(v[i..i+2], v[0..2])
        m += 100
        y[3,i] = m[0]
        c = raised(v[i..i+2])
        y[4,i] = c[0]
        y[5,i] = total(u[i..i+3])
    end
    print "moved ", y[0,:], " ", y[1,:], " ", y[2,:], " ", y[3,:], " ", y[4,:], " ", y[5,:]
end
moved()
