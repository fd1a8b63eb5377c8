% A barrier in a loop whose number of iterations is each thread's own, as far as can be seen, and here the same for all threads of
% a block: without a GPU the kernel runs on the emulator
function [] = __kernel__ rounds(x : vec, n : vec[int], y : vec, pos : int, blkpos : int, blkdim : int)
    s = shared(64)
    s[blkpos] = x[pos]
    syncthreads
    for k=1..n[pos]
        t = s[mod(blkpos+k, blkdim)]
        syncthreads
        s[blkpos] += t
        syncthreads
    end
    y[pos] = s[blkpos]
end
x = mod((0..127)*7, 16)*1.0
n = vec[int](128)
n[0..63] = 3
n[64..127] = 5
y = zeros(128)
parallel_do([[128], [64]], x, n, y, rounds)
print sum(y), " ", y[0..4], " ", y[127]
% expect: 19200 [56,64,56,64,56] 256
