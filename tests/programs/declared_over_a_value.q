% A declaration in a loop is obeyed where its name has a value before the loop, and holds behind it.
x = [0.5,1,300,2]
y = zeros(4)
z = zeros(4)
t = 0
for i=0..3
    t : uint8 = 250
    t += 10
    y[i] = t
end
% loop 6: map
print y, t, " ", type(t)
% expect: [4,4,4,4]4 int
t = 300
print t
% expect: 44
% The second loop that declares it so.
for i=0..3
    t : uint8 = 250
    t += 10
    y[i] = t
end
% loop 18: map
print y
% expect: [4,4,4,4]
% Another type than the one before; two in one iteration.
for i=0..3
    t : int = 250
    t += 10.5
    y[i] = t
    t : half = x[i]
    t *= 0.5
    z[i] = t
end
% loop 27: map
print y, z, " ", t
% expect: [260,260,260,260][0.25,0.5,150,1] 1
t = 2.5
print t, " ", type(t)
% expect: 2.5 scalar
% A value first: the iteration before has declared it.
function y = behind()
    y = zeros(3)
    for i=0..2
        t = 300
        y[i] = t
        t : uint8 = 5
    end
end
% loop 44: interpreted R904
print behind()
% expect: [300,44,44]
% In an arm, in an inner loop, in a function; not used behind them.
function [y, z] = inside(x)
    y = zeros(4)
    z = zeros(4)
    t = 0.5
    k = t
    for i=0..3
        if x[i] > 1
            t : uint8 = x[i]
            t += 1
            y[i] = t
        end
        for j=0..i
            t : int8 = 100
            t += 20*j
            z[i] += t
        end
    end
end
% loop 59: map
function y = halves(n : int)
    n : scalar = n/4
    n += 0.25
    y = n
end
[y, z] = inside(x)
print y, z
% expect: [0,0,0,3][100,220,104,8]
for i=0..3
    y[i] = halves(i)
end
print y
% expect: [0.25,0.5,0.75,1]
% It may not have been met: what the other arm assigns is converted or not.
function [y, t] = perhaps(x)
    y = zeros(4)
    for i=0..3
        if x[i] > 250
            t : uint8 = 5
        else
            t = 300
        end
        y[i] = t
    end
end
% loop 89: interpreted R904
[y, t] = perhaps(x)
print y, t
% expect: [300,300,5,44]44
% Given a value behind the loop, and not read.
function y = forgotten(x)
    for i=0..3
        if x[i] > 1
            t : uint8 = i
        end
    end
    t = 300
    y = t
end
print forgotten(x)
% expect: 44
% The output is what it is declared as.
function y : uint8 = again(k)
    y = 300 + k
    y : int = 300 + k
end
for i=0..3
    y[i] = again(i)
end
print y
% expect: [44,45,46,47]
