# The programs of bench/arrays with NumPy.
import time
import numpy as np

def best(name, f):
    t = []
    for _ in range(7):
        start = time.perf_counter()
        f()
        t.append(time.perf_counter() - start)
    print(f"{name}: {min(t) * 1000:.3f}", flush=True)

rng = np.random.default_rng(1)
f = np.float32
n, m = 1 << 24, 4096
v, w = rng.random(n, dtype=f), rng.random(n, dtype=f)
best("sum of products", lambda: np.dot(v, w))
best("axpy", lambda: f(2.5) * v + w)
best("psnr", lambda: 10 * np.log10(1 / np.mean((v - w) ** 2)))
best("soft threshold", lambda: np.maximum(np.abs(v) - f(0.5), f(0)) * np.sign(v))
best("exp and sqrt", lambda: np.exp(-v * v) + np.sqrt(w))
a, b = v.reshape(m, m), w.reshape(m, m)
best("mean of columns", lambda: np.mean(a, axis=0))
best("mean of rows", lambda: np.mean(a, axis=1))
best("laplacian of slices", lambda: a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] - f(4) * a[1:-1, 1:-1])
g, c = a.copy(), rng.random((m, m), dtype=f)
def diffusion():
    global g
    g += f(0.1) * (f(4) * c * b + f(4) * c * a)
best("diffusion update", diffusion)
best("transpose", lambda: np.ascontiguousarray(a.T))
h = np.full(15, 1 / 15, f)
def taps():
    y, z = np.zeros_like(a), np.zeros_like(a)
    for k in range(15):
        y[:, 7:-7] += a[:, k:m - 14 + k] * h[k]
    for k in range(15):
        z[7:-7, :] += y[k:m - 14 + k, :] * h[k]
best("15 taps, both ways", taps)
def window():
    x, y = np.pad(a, 1, mode="edge"), np.zeros_like(a)
    for i in range(3):
        for j in range(3):
            y += x[i:m + i, j:m + j] * f(1 / 9)
best("3 x 3 with clamped edges", window)
x = v.copy()
def mask():
    x[x > f(0.7)] = 0
best("masked store", mask)
best("spread of columns", lambda: np.std(a, axis=0, ddof=1))
p, q = rng.random((1024, 1024), dtype=f), rng.random((1024, 1024), dtype=f)
best("matrix product, 1024", lambda: p @ q)
