% Atomic updates of narrow elements of arrays whose bytes are no whole number of words.
function [] = __kernel__ count(x : vec[int], h : vec[uint8], g : vec[uint16], pos : int)
    h[x[pos]] += 1
    g[x[pos]] += 1
end
n = [3, 5, 17, 18]
for k=0..numel(n)-1
    x = mod((0..199)*37, n[k])
    h = vec[uint8](n[k])
    g = vec[uint16](n[k])
    parallel_do(200, x, h, g, count)
    print h[0], " ", h[n[k]-1], " ", sum(h == g) == n[k], " ", sum(h)
end
% expect: 67 66 1 200
% expect: 40 40 1 200
% expect: 12 12 1 200
% expect: 12 11 1 200
