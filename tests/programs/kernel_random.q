% Random numbers in kernels: each launch has numbers of its own, and each position a row of them.
seed(9)
z = zeros(10000)
parallel_do(10000, __kernel__ (pos : int) -> z[pos] = rand())
print abs(mean(z) - 0.5) < 0.02, " ", abs(var(z) - 1/12) < 0.005, " ", min(z) >= 0, " ", max(z) < 1, " ", numel(unique(z)) > 9900
% expect: 1 1 1 1 1
w = zeros(100, 100)
r = zeros(100, 100)
function v = __device__ gauss(s : scalar)
  v = s * randn()
end
function [] = __kernel__ draw(w : mat, r : mat, pos : ivec2)
  if mod(pos[0], 2) == 0
    w[pos] = gauss(2.0) + 1
  else
    for k = 1..3
      w[pos] = gauss(2.0) + 1
    end
  end
  r[pos] = randi(10)
end
parallel_do(size(w), w, r, draw)
print abs(mean(w) - 1) < 0.1, " ", abs(std(w) - 2) < 0.1, " ", min(r), " ", max(r), " ", abs(mean(r) - 5.5) < 0.2
% expect: 1 1 1 10 1
w2 = zeros(100, 100)
parallel_do(size(w), w2, r, draw)
print sum(w == w2) < 10
% expect: 1
seed(9)
z2 = zeros(10000)
parallel_do(10000, __kernel__ (pos : int) -> z2[pos] = rand())
print max(abs(z - z2))
% expect: 0
serial_do(10000, __kernel__ (pos : int) -> z2[pos] = rand())
seed(9)
parallel_do([[10000],[64]], __kernel__ (pos : int) -> z[pos] = rand())
parallel_do([[10000],[64]], __kernel__ (pos : int) -> z[pos] = rand())
print max(abs(z - z2))
% expect: 0
