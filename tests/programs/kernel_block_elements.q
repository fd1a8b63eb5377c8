% Updates of elements that only threads along one dimension share: those of a block on a host, where they need no atomic steps. The sums
% are of whole numbers, so that their order does not matter.
function [] = __kernel__ windows(total : cube, weight : mat, x : mat, n : int, pos : ivec3)
    i = mod(pos[2], n) - 1
    j = floor(pos[2]/n) - 1
    if pos[0]+j < 0 || pos[0]+j >= size(x,0) || pos[1]+i < 0 || pos[1]+i >= size(x,1)
        return
    endif
    total[pos[0],pos[1],0] += x[pos[0]+j,pos[1]+i]*2
    total[pos[0],pos[1],1] -= x[pos[0]+j,pos[1]+i]
    weight[pos[0],pos[1]] += 1
end
function [] = __kernel__ rows(s : vec, m : vec[int], x : mat, pos : ivec2)
    s[pos[0]] += x[pos]
    m[pos[0]] ^^= int(x[pos])
end
function [] = __kernel__ shifted(s : vec, x : mat, pos : ivec2)    % two threads of different blocks share an element
    s[pos[0]] += x[pos]
    s[min(pos[0]+1,size(x,0)-1)] += 1
end
function [] = __kernel__ two_names(s : vec, t : vec, x : mat, pos : ivec2)
    s[pos[0]] += x[pos]
    t[size(x,0)-1-pos[0]] += 1
end
x = zeros(40,50)
for m=0..39
    for n=0..49
        x[m,n] = mod(7*m+3*n, 11)
    end
end
total = zeros(40,50,2)
weight = zeros(40,50)
parallel_do([40,50,9], total, weight, x, 3, windows)
by_hand = 0
for m=0..39
    for n=0..49
        for j=-1..1
            for i=-1..1
                by_hand += m+j < 0 || m+j > 39 || n+i < 0 || n+i > 49 ? 0 : x[m+j,n+i]
            end
        end
    end
end
% expect: 1 1 17464
print sum(total[:,:,0]) == 2*by_hand, " ", sum(total[:,:,1]) == -by_hand, " ", sum(weight)
s = zeros(40)
m = vec[int](40)
parallel_do(size(x), s, m, x, rows)
% expect: 243 253 10 10
print s[0], " ", s[39], " ", min(m), " ", max(m)
long = ones(6, 5000)
s = zeros(6)
m = vec[int](6)
parallel_do(size(long), s, m, long, rows)
% expect: [5000,5000,5000,5000,5000,5000] 1
print s, " ", max(m)
s = zeros(40)
parallel_do(size(x), s, x, shifted)
% expect: 243 297 353
print s[0], " ", s[1] - sum(x[1,:]) + 247, " ", s[39]
s = zeros(40)
parallel_do(size(x), s, s, x, two_names)
% expect: 293 303
print s[0], " ", s[39]
s = zeros(3)
m = vec[int](3)
parallel_do([3,50], s, m, x, rows)           % fewer threads than a host's blocks have otherwise
% expect: 1 10
print s[2] == sum(x[2,:]), " ", m[2]
