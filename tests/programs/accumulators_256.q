% 256 accumulators of one loop: 1024 bytes for each lane, more than a full block has room for, which a warning says.
% warning Q0502 at 14:1
% expect: ok
w : vec(64) = zeros(64)
for k=0..63
  w[k] = k
end
x = zeros(1000)
for i=0..numel(x)-1
  x[i] = mod(i, 10)
end
a = 0 * w; b = 0 * w; c = 0 * w; d = 0 * w
#pragma force_parallel
for i=0..numel(x)-1
  a += x[i] * (w .* 0 + 1)
  b += x[i] + w * 0.5
  c += w
  d += x[i] * w
end
{!interpreted for}
for k=0..63
  assert(a[k] == 4500 && b[k] == 4500 + 500*k && c[k] == 1000*k && d[k] == 4500*k)
end
print "ok"
