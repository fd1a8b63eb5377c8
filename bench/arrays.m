% The programs of bench/arrays with GNU Octave.
1;
function best(name, f)
  t = inf;
  for k = 1:7
    s = tic; f(); t = min(t, toc(s));
  end
  printf("%s: %.3f\n", name, t*1000);
end
n = 2^24; m = 4096;
v = rand(1, n, "single"); w = rand(1, n, "single");
best("sum of products", @() sum(v.*w));
best("axpy", @() 2.5*v + w);
best("psnr", @() 10*log10(1/mean((v - w).^2)));
best("soft threshold", @() max(abs(v) - 0.5, 0).*sign(v));
best("exp and sqrt", @() exp(-v.*v) + sqrt(w));
a = reshape(v, m, m); b = reshape(w, m, m); c = rand(m, m, "single"); g = a;
best("mean of columns", @() mean(a, 1));
best("mean of rows", @() mean(a, 2));
best("laplacian of slices", @() a(1:end-2,2:end-1) + a(3:end,2:end-1) + a(2:end-1,1:end-2) + a(2:end-1,3:end) - 4*a(2:end-1,2:end-1));
best("diffusion update", @() g + 0.1*((1/(0.5^2))*c.*b + (1/(0.5^2))*c.*a));
best("transpose", @() a.');
h = ones(1, 15, "single")/15;
best("15 taps, both ways", @() conv2(h, h, a, "same"));
k = ones(3, "single")/9;
best("3 x 3 with clamped edges", @() conv2(a([1 1:end end],[1 1:end end]), k, "valid"));
best("spread of columns", @() std(a, 0, 1));
p = rand(1024, "single"); q = rand(1024, "single");
best("matrix product, 1024", @() p*q);
