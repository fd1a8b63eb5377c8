% Extremes that let a NaN in, v = v > e ? v : e: reductions while no NaN is met; otherwise the loop in order, from where it started.
x = zeros(100)
for i=0..99
 x[i] = mod(i*37,101)/64-0.75
end
xn = copy(x)
xn[40] = nan
xn[99] = nan
function m = big(a, b)
 if a > b
  m = a
 else
  m = b
 end
end
function r = compiled(x, s0)
 m = s0
 for i=0..99
  m = big(m, x[i])
 end
 q = s0
 y = zeros(100)
 for i=0..99
  y[i] = 2*x[i]
  q = q > y[i] ? q : y[i]
 end
 k = -1
 b = s0
 for i=0..99
  if !(x[i] <= b)
   b = x[i]
   k = i
  end
 end
 rr = zeros(10)
 for i=0..9
  t = -inf
  for j=0..9
   t = big(t, x[i*10+j])
  end
  rr[i] = t
 end
 c = zeros(10)
 for i=0..9
  for j=0..9
   c[j] = c[j] < x[i*10+j] ? c[j] : x[i*10+j]
  end
 end
 r = [m, q, b, k, sum(y), rr, c]
end
function r = stepped(x, s0)
 m = s0
 {!interpreted for}
 for i=0..99
  m = big(m, x[i])
 end
 q = s0
 y = zeros(100)
 {!interpreted for}
 for i=0..99
  y[i] = 2*x[i]
  q = q > y[i] ? q : y[i]
 end
 k = -1
 b = s0
 {!interpreted for}
 for i=0..99
  if !(x[i] <= b)
   b = x[i]
   k = i
  end
 end
 rr = zeros(10)
 {!interpreted for}
 for i=0..9
  t = -inf
  {!interpreted for}
  for j=0..9
   t = big(t, x[i*10+j])
  end
  rr[i] = t
 end
 c = zeros(10)
 {!interpreted for}
 for i=0..9
  {!interpreted for}
  for j=0..9
   c[j] = c[j] < x[i*10+j] ? c[j] : x[i*10+j]
  end
 end
 r = [m, q, b, k, sum(y), rr, c]
end
% equal, or NaN both
function b = same(u, v)
 b = numel(u) == numel(v)
 for i=0..numel(u)-1
  b = b && (u[i] == v[i] || (isnan(u[i]) && isnan(v[i])))
 end
end
print same(compiled(x, -inf), stepped(x, -inf)), same(compiled(xn, -inf), stepped(xn, -inf))
% expect: 11
xn[99] = 0.5
print same(compiled(xn, 0.1), stepped(xn, 0.1)), same(compiled(x, nan), stepped(x, nan))
% expect: 11
% along rows of whole arrays, whatever their length, as in single steps
for w = [20, 31, 32, 100, 257]
    X = randn(300, w)
    X[7,3] = nan
    X[8,:] = nan
    X[9,w-1] = inf
    X[10,0] = -inf
    X[11,:] = -0.0
    lows = min(X, [], 1)
    highs = max(X, [], 1)
    bad = 0
    {!interpreted for}
    for i=0..299
        low = X[i,0]
        high = X[i,0]
        for j=1..w-1
            low = min(low, X[i,j])
            high = max(high, X[i,j])
        end
        bad += !(low == lows[i,0] || (isnan(low) && isnan(lows[i,0]))) + !(high == highs[i,0] || (isnan(high) && isnan(highs[i,0])))
    end
    print bad, " ", isnan(lows[8,0]), " ", 1/highs[11,0]
end
% expect: 0 1 -inf
% expect: 0 1 -inf
% expect: 0 1 -inf
% expect: 0 1 -inf
% expect: 0 1 -inf
