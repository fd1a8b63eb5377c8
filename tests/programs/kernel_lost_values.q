% What a kernel assigns is its own variable: where nothing reads it, and one outside has the name, that is said once.
% warning Q0503
n = 5
last = [0, 0]
x = zeros(4)
lost = (pos : int) -> n = pos
for k=1..2
    parallel_do(4, lost)
end
print n
% expect: 5
% Read, added to, an element, a parameter, or under a name that only the kernel has: nothing is lost.
parallel_do(4, (pos : int) -> x[pos] = n)
k2 = __kernel__ (m : int, pos : int) -> (m = pos; n = 2*pos; x[pos] += n)
parallel_do(4, 3, k2)
parallel_do(4, (pos : int) -> n += pos)
parallel_do(4, (pos : int) -> own = pos)
print x, " ", n
% expect: [5,7,9,11] 11
