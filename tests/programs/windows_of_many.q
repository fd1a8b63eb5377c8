% Windows around so many pixels that a GPU takes a thread for each: written out, walked in steps, beside borders of every kind.

function y = image(m : int, n : int)
    y = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            y[i,j] = mod(i*37 + j*101, 64) - 20
        end
    end
end

function y = mirrored(x : mat'mirror, r : int)
    y = zeros(size(x,0), size(x,1))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            s = 0.0
            for i=-r..r
                for j=-r..r
                    s += x[m+i,n+j]
                end
            end
            y[m,n] = s
        end
    end
end

function y = wrapped(x : mat'circular, h : mat)
    y = zeros(size(x,0), size(x,1))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            s = 0.0
            for i=0..size(h,0)-1
                for j=0..size(h,1)-1
                    s += x[m+i-3,n+j-50]*h[i,j]
                end
            end
            y[m,n] = s
        end
    end
end

function y = widest(x : mat'clamped, r : int)
    y = zeros(size(x,0), size(x,1))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            s = -1000.0
            for i=-r..r
                for j=-r..r
                    s = max(s, x[m+i,n+j])
                end
            end
            y[m,n] = s
        end
    end
end

function y = weighted(x : mat'safe, r : int)
    y = zeros(size(x,0), size(x,1))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            s = 0.0
            w = 0.0
            for i=-r..r
                for j=-r..r
                    d = x[m+i,n+j] - x[m,n]
                    e = 1/(1 + d*d + i*i + j*j)
                    s += e*x[m+i,n+j]
                    w += e
                end
            end
            y[m,n] = s/w
        end
    end
end

function y = colours(x : cube'mirror, r : int)
    y = zeros(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            for c=0..2
                s = 0.0
                for i=-r..r
                    for j=-r..r
                        s += x[m+i,n+j,c]
                    end
                end
                y[m,n,c] = s
            end
        end
    end
end

function [] = main()
    x = image(97, 90)
    for r=[1, 2, 3, 4, 7, 11]
        y = mirrored(x, r)
        print r, ": ", sum(y), " ", y[0,0], " ", y[96,89], " ", y[50,45], " ", y[3,88]
    end
    % expect: 1: 907310 8 211 159 43
    % expect: 2: 2520466 184 441 335 162
    % expect: 3: 4940071 628 611 567 471
    % expect: 4: 8166423 948 857 983 808
    % expect: 7: 22685420 2364 2451 2759 2371
    % expect: 11: 53339556 6724 5443 6423 6255
    h = zeros(6, 9)
    for i=0..5
        for j=0..8
            h[i,j] = i - 2*j
        end
    end
    y = wrapped(x, h)
    % expect: wrapped -29942648 -3151 -3734 -3545
    print "wrapped ", sum(y), " ", y[0,0], " ", y[96,89], " ", y[50,45]
    y = widest(x, 2)
    % expect: widest 344756 27 41 39
    print "widest ", sum(y), " ", y[0,0], " ", y[96,89], " ", y[50,45]
    y = weighted(x, 2)
    z = weighted(x, 6)
    % expect: weighted -18.860899 38.573006 100769.836 5.528056 37.007587 100273.66
    print "weighted ", y[0,0], " ", y[50,45], " ", sum(y), " ", z[0,89], " ", z[50,45], " ", sum(z)
    c = zeros(60, 61, 3)
    for k=0..2
        c[:,:,k] = (k+1)*x[0..59,0..60]
    end
    u = colours(c, 2)
    % expect: colours 1052581 2105162 3157743 552 560
    print "colours ", sum(u[:,:,0]), " ", sum(u[:,:,1]), " ", sum(u[:,:,2]), " ", u[0,0,2], " ", u[30,30,1]
end
