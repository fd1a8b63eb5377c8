% min, max and clamp of what functions give: large arrays in plain loops, the same as element by element.
function y = id(x)
    y = x
end
function n = differ(z, x, y, larger)
    n = 0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            w = larger ? max(x[i,j], y[i,j]) : min(x[i,j], y[i,j])
            same = z[i,j] == w && 1.0/z[i,j] == 1.0/w
            n += !(same || (isnan(w) && isnan(z[i,j])))
        end
    end
end

% expect: floats 0 0 1 -inf inf
function [] = floats()
    x = rand(70, 80) - 0.5
    y = rand(70, 80) - 0.5
    x[3,4] = nan
    y[3,5] = nan
    [x[3,6], y[3,6]] = [nan, nan]
    x[5,:] = -0.0
    y[5,0..40] = 0.0
    y[6,:] = -inf
    x[7,:] = inf
    small = min(id(x), id(y))
    large = max(id(x), id(y))
    print "floats ", differ(small, x, y, false), " ", differ(large, x, y, true), " ", sum(isnan(small)), " ", small[6,1], " ", large[7,1]
end

% expect: kinds mat[uint8] mat[int] mat mat[double] 1 2.5 20 3
function [] = kinds()
    u = mat[uint8](70, 80)
    u[:,:] = 200
    v = mat[int16](70, 80)
    v[:,:] = -3
    v[2,2] = 1
    a = min(id(u), id(u))
    b = max(id(u), id(v))
    c = min(id(u), 2.5)
    d = max(id(mat[double](70,80)), rand(70,80))
    print "kinds ", type(a), " ", type(b), " ", type(c), " ", type(d), " ", max(min(id(v), id(u))), " ", max(c), " ", max(clamp(id(u), 10, 20)), " ", max(-1*min(id(v), 0))
end

% expect: spread 70 80 0 0.25
function [] = spread()
    r = rand(1, 80)
    c = rand(70, 1)
    z = min(id(r), id(c))
    worst = 0.0
    for i=0..69
        for j=0..79
            worst = max(worst, abs(z[i,j] - min(r[0,j], c[i,0])))
        end
    end
    print "spread ", size(z,0), " ", size(z,1), " ", worst, " ", max(clamp(id(z), 0.25))
end

floats()
kinds()
spread()
