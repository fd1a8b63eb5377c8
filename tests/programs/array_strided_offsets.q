% The same expression stored into the four phases of an array, y[0..2..n,1..2..n] = (a+b)/2, again and again, so that it becomes a loop at
% any of them: the phases do not get into each other's places. Expected: no difference between the first time and the others.
function y = even_first(a, b)
    y = zeros(2*size(a,0), 2*size(a,1))
    m = size(y,0) - 1
    n = size(y,1) - 1
    y[0..2..m, 0..2..n] = (a + b)/2
    y[0..2..m, 1..2..n] = (a - b)/2
    y[1..2..m, 0..2..n] = (b - a)/2
    y[1..2..m, 1..2..n] = (a + b)/2
    y[0..2..m, 0..2..n] += 1
    y[1..2..m, 0..2..n] += 2
end
function y = odd_first(a, b)
    y = zeros(2*size(a,0), 2*size(a,1))
    m = size(y,0) - 1
    n = size(y,1) - 1
    y[1..2..m, 1..2..n] = (a + b)/3
    y[0..2..m, 0..2..n] = (a + b)/3
    y[0..2..m, 1..2..n] = (a + b)/3
end
function s = phases(x, p : int, q : int)
    m = size(x,0) - 1
    n = size(x,1) - 1
    s = (x[p..2..m, q..2..n] + 1)*2
end
function r = totals(x)
    m = size(x,0) - 1
    n = size(x,1) - 1
    r = zeros(4)
    for k = 0..3
        r[k] = sum(x[int(k/2)..2..m, mod(k,2)..2..n].*x[int(k/2)..2..m, mod(k,2)..2..n])
    end
end
function [] = main()
    worst = 0.0
    for size_of = 0..1
        h = size_of == 0 ? 24 : 160
        a = zeros(h, h)
        for i = 0..h-1
            for j = 0..h-1
                a[i,j] = mod(i*37 + j*11, 64)
            end
        end
        b = transpose(a)
        e = even_first(a, b)
        o = odd_first(a, b)
        p = phases(e, 0, 0)
        q = phases(e, 1, 0)
        t = totals(e)
        for k = 1..40
            worst = max(worst, max(abs(even_first(a, b) - e)))
            worst = max(worst, max(abs(odd_first(a, b) - o)))
            worst = max(worst, max(abs(phases(e, 1, 0) - q)))
            worst = max(worst, max(abs(phases(e, 0, 0) - p)))
            worst = max(worst, max(abs(totals(e) - t)))
        end
        print h, " ", sum(e), " ", max(abs(o[0..2..2*h-1, 0..2..2*h-1] - o[1..2..2*h-1, 1..2..2*h-1])), " ", sum(o[1..2..2*h-1, 0..2..2*h-1])
    end
    % expect: 24 37952 0 0
    % expect: 160 1689600 0 0
    print worst
    % expect: 0
end
