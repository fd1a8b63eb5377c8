% An extreme of what a function of several lines gives, behind another condition: in order the function is called where
% that holds alone, so that what fails or does not end elsewhere is not met.
function y = steps(a : int)
    y = 0
    while a != 1
        a = mod(a, 2) == 0 ? a/2 : 3*a + 1
        y += 1
    end
end
function y = root(a)
    y = 1.0
    for q=0..7
        y = 0.5*(y + a/y)
    end
end
n = 5000
k = ivec(n)
x = zeros(n)
for i=0..n-1
    k[i] = mod(i*7919, 4001) - 20
    x[i] = mod(i*37, 1009) - 500
end
longest = 0
at = -1
least = 1e9
{!parallel for}
for i=0..n-1
    if k[i] > 0 && steps(k[i]) > longest
        longest = steps(k[i])
        at = i
    end
end
{!parallel for}
for i=0..n-1
    if x[i] > 5 && mod(k[i], 3) == 1 && root(x[i]) < least
        least = root(x[i])
    end
end
long = 0
place = -1
low = 1e9
{!interpreted for}
for i=0..n-1
    if k[i] > 0 && steps(k[i]) > long
        long = steps(k[i])
        place = i
    end
    if x[i] > 5 && mod(k[i], 3) == 1 && root(x[i]) < low
        low = root(x[i])
    end
end
print longest, " ", k[at], " ", longest == long && at == place && least == low
% expect: 237 3711 1
