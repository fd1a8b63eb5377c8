% A number declared as an int stays one: what a loop adds to it is converted each time, step by step and compiled.
x = [0.5,1.5,2.75,3.25]
n : int = 0
for i=0..9
    n += 0.5
end
% loop 4: serial R019
m : int = 0
{!interpreted for}
for i=0..9
    m += 0.5
end
print n == m, " ", n, " ", type(n)
% expect: 1 0 int
function s : int = total(x)
    s = 0
    for i=0..numel(x)-1
        s += x[i]
    end
end
% loop 17: serial R019
function n = count(x, n : int)
    for i=0..numel(x)-1
        if x[i] > 1
            n += 1
        end
        n = n + (x[i] > 3)
    end
end
% loop 23: reduction + n
print total(x), " ", count(x, 2), " ", type(count(x, 2))
% expect: 6 6 int
k = 0
for i=0..9
    k += 0.5
end
% loop 34: reduction + k
print k
% expect: 5
c : int = 0
for i=0..3
    c = x[i]*2
    x[i] = c
end
% loop 41: map
print c, " ", x
% expect: 6 [1,3,5,6]
