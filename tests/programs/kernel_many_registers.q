% A thread may need more registers than a large block has for each: such blocks are launched all the same. Squares of 9 x 9
% matrices are held in registers, by blocks of every size.
function [] = __kernel__ squared(x : mat, y : vec, pos : int)
    a : mat(9,9)
    for i=0..8
        for j=0..8
            a[i,j] = x[pos, mod(9*i + 2*j, 81)] + i
        end
    end
    b = a*a
    c = b*a
    y[pos] = sum(c.*transpose(b)) + sum(b) - sum(a)
end
x = zeros(2048, 81)
for i=0..2047
    for j=0..80
        x[i,j] = mod(i*j + 3*j, 5) - 2
    end
end
wanted = zeros(2048)
parallel_do([[2048],[32]], x, wanted, squared)
wrong = 0
for threads = [64,96,128,256,257,384,512,768,1000,1024]
    y = zeros(2048)
    parallel_do([[2048],[threads]], x, y, squared)
    wrong += sum(y != wanted)
end
parallel_do([[2048],max_block_size(squared, 1024)], x, wanted, squared)
a = zeros(9,9)
for i=0..8
    for j=0..8
        a[i,j] = x[77, mod(9*i + 2*j, 81)] + i
    end
end
b = a*a
print wrong, " ", wanted[77] - (sum((b*a).*transpose(b)) + sum(b) - sum(a))
% expect: 0 0
