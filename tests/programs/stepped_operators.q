% Every operator gives the same in statements that are stepped in their flat form, in the evaluator's, and in compiled loops.
function y = total(n)
    y = 0
    while n > 2
        y = y + +n
        n -= 1
    end
end
function y = through(f, x)
    y = f(x)
end
for j = 1..2
    y = +j
    print y, " ", -j, " ", !j, " ", 3++j, " ", 3+-j, " ", 3-+j, " ", 3--j, " ", - -j, " ", !(+j)
end
k = 3
while k < 5
    k += 1
    z = +k
    print z, " ", +(-k), " ", +(k == 4), " ", !+(k == 4)
end
repeat
    k -= 1
    w = 2*+k - +k
until +w < 3
print w, " ", total(5), " ", through(a -> +a, 2), " ", through(a -> -(+a), 2)
x = 1.5
for j = 1..1
    print 2*+x, " ", +x, " ", +[1,2], " ", x++j, " ", +(-0.0) + 0, " ", 1/(+(-0.0)), " ", +(x*x) - 2.25
    u = +total(4)
    v = +"text"
    c = +[3.5,j]
    print u, v, c, type(+true), " ", type(-true), " ", type(+int8(5))
end
s = 0
t = 0.0
for i = 0..99
    s += +i - -i
    t += +x*+i
end
{!interpreted for}
for i = 0..99
    s -= +i - -i
    t -= +x*+i
end
print s, " ", t
% expect: 1 -1 0 4 2 2 4 1 0
% expect: 2 -2 0 5 1 1 5 2 0
% expect: 4 -4 1 0
% expect: 5 -5 0 1
% expect: 2 12 2 -2
% expect: 3 1.5 [1,2] 2.5 0 -inf 0
% expect: 7text[3.5,1]bool int int
% expect: 0 0
