% Loops that begin at the thread's place: their variable afterwards, steps, none at all, and loops in loops.
function [] = __kernel__ windows(x : mat'circular, y : mat, last : mat, n : int, pos : ivec2)
    s = 0.0
    i = -5
    for i=pos[1]-n..2..pos[1]+n
        for k=pos[0]-1..pos[0]+1
            s += x[k,i]
        end
    end
    y[pos] = s
    last[pos] = i
end
x = zeros(9,37)
for i=0..8
    for j=0..36
        x[i,j] = mod(5*i + 3*j, 13)
    end
end
function w = wrong_with(x : mat, n : int)
    y = zeros(size(x))
    last = zeros(size(x))
    parallel_do(size(x), x, y, last, n, windows)
    w = 0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s = 0.0
            c = -5
            for b=-n..2..n
                c = j + b
                for a=-1..1
                    s += x[mod(i+a+9,9), mod(j+b+74,37)]
                end
            end
            w += s != y[i,j]
            w += c != last[i,j]
        end
    end
end
% expect: 0 0 0
print wrong_with(x,2), " ", wrong_with(x,3), " ", wrong_with(x,-1)
% What the loop begins with is read once, also where the loop changes it.
function [] = __kernel__ moving(x : mat'circular, y : mat, n : int, pos : ivec2)
    s = 0.0
    m = n
    at = pos[1]
    for i=at-m..at+m
        s += x[pos[0],i]
        m = 0
        at = -100
    end
    y[pos] = s + m + at
end
y = zeros(size(x))
parallel_do(size(x), x, y, 2, moving)
wrong = 0
for i=0..size(x,0)-1
    for j=0..size(x,1)-1
        s = 0.0
        for b=-2..2
            s += x[i, mod(j+b+74,37)]
        end
        wrong += s - 100 != y[i,j]
    end
end
% expect: 0
print wrong
