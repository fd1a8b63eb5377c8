// The loops of bench_loops.cpp by hand, for a C compiler with OpenMP: gcc -O3 -march=native -ffast-math -fopenmp bench/loops.c -lm, then ./a.out [log2 n [part of a
// case's name]]. Best of many runs.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static float *a, *b, *c;
static uint8_t* bytes;
static int64_t bins[256];
static long n;
static volatile double kept;

static void sum(void) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (long i = 0; i < n; i++) s += a[i];
  kept = s;
}
static void maximum(void) {
  float s = -INFINITY;
#pragma omp parallel for simd reduction(max : s)
  for (long i = 0; i < n; i++) s = a[i] > s ? a[i] : s;
  kept = s;
}
static void squares(void) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (long i = 0; i < n; i++) s += (a[i] - 0.5f) * (a[i] - 0.5f);
  kept = s;
}
static void dot(void) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (long i = 0; i < n; i++) s += a[i] * b[i];
  kept = s;
}
static void least(void) {
  float best = INFINITY;
  long at = 0;
#pragma omp parallel
  {
    float own = INFINITY;
    long k = 0;
#pragma omp for nowait
    for (long i = 0; i < n; i++)
      if (a[i] < own) own = a[i], k = i;
#pragma omp critical
    if (own < best || (own == best && k < at)) best = own, at = k;
  }
  kept = at;
}
static void hql(void) {
  float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
#pragma omp parallel for simd reduction(+ : c00, c01, c10, c11)
  for (long m = 0; m < n / 2; m++) {
    c00 += a[2 * m] * b[2 * m], c01 += a[2 * m] * b[2 * m + 1];
    c10 += a[2 * m + 1] * b[2 * m], c11 += a[2 * m + 1] * b[2 * m + 1];
  }
  kept = c00 + c01 + c10 + c11;
}
static void add(void) {
#pragma omp parallel for simd
  for (long i = 0; i < n; i++) c[i] = a[i] + b[i];
}
static void newton(void) {
#pragma omp parallel for simd
  for (long i = 0; i < n; i++) {
    float r = a[i] + 1;
    for (int k = 0; k < 20; k++) r = 0.5f * (r + a[i] / r);
    c[i] = r;
  }
}
static void histogram(void) {
  memset(bins, 0, sizeof bins);
#pragma omp parallel
  {
    int64_t own[256] = {0};
#pragma omp for nowait
    for (long i = 0; i < n; i++) own[bytes[i]]++;
#pragma omp critical
    for (int k = 0; k < 256; k++) bins[k] += own[k];
  }
}
static void running(void) {
  float s = 0;
  for (long i = 0; i < n; i++) s += a[i], c[i] = s;
}
static void stencil(void) {
  const long w = 1L << (int)(log2((double)n) / 2), h = n / w;
#pragma omp parallel for
  for (long i = 1; i < h - 1; i++)
#pragma omp simd
    for (long j = 1; j < w - 1; j++)
      c[i * w + j] = 0.2f * a[i * w + j] + 0.3f * a[i * w + j - 1] + 0.1f * a[i * w + j + 1] + 0.25f * a[(i - 1) * w + j] + 0.15f * a[(i + 1) * w + j];
}
static void channels(void) {
  float s0 = 0, s1 = 0, s2 = 0;
#pragma omp parallel for simd reduction(+ : s0, s1, s2)
  for (long i = 0; i < n / 3; i++) s0 += a[3 * i], s1 += a[3 * i + 1], s2 += a[3 * i + 2];
  kept = s0 + s1 + s2;
}
static void matrix_vector(void) {
  const long w = 1L << (int)(log2((double)n) / 2), h = n / w;
#pragma omp parallel for
  for (long i = 0; i < h; i++) {
    float s = 0;
#pragma omp simd reduction(+ : s)
    for (long j = 0; j < w; j++) s += a[i * w + j] * b[j];
    c[i] = s;
  }
}
static void axpy(void) {
#pragma omp parallel for simd
  for (long i = 0; i < n; i++) b[i] = 0.5f * a[i] + b[i];
}
#define SUMS(k)                                                                 \
  static void sums##k(void) {                                                   \
    float s[k];                                                                 \
    memset(s, 0, sizeof s);                                                     \
    _Pragma("omp parallel for reduction(+ : s)") for (long i = 0; i < n; i += 64) { \
      for (long j = i; j < i + 64; j++)                                         \
        for (int q = 0; q < k; q++) s[q] += a[j] * (q + 0.5f);                  \
    }                                                                           \
    kept = s[k - 1];                                                            \
  }
SUMS(8)
SUMS(16)
SUMS(32)
static long rows;
static void row_sums(void) {
  const long w = n / rows;
#pragma omp parallel for
  for (long i = 0; i < rows; i++) {
    float s = 0;
#pragma omp simd reduction(+ : s)
    for (long j = 0; j < w; j++) s += a[i * w + j];
    c[i] = s;
  }
}
static void column_sums(void) {
  const long w = n / rows;
  memset(c, 0, (size_t)w * sizeof *c);
#pragma omp parallel
  {
    float* own = calloc((size_t)w, sizeof *own);
#pragma omp for nowait
    for (long i = 0; i < rows; i++)
#pragma omp simd
      for (long j = 0; j < w; j++) own[j] += a[i * w + j];
#pragma omp critical
    for (long j = 0; j < w; j++) c[j] += own[j];
    free(own);
  }
}

static const char* wanted = "";
static void measure(const char* name, void (*f)(void)) {
  if (!strstr(name, wanted)) return;
  double best = 1e30, begin = now();
  for (int k = 0; k < 100 && (k < 5 || now() - begin < 5e5); k++) {
    const double t = now();
    f();
    const double took = now() - t;
    if (took < best) best = took;
  }
  printf("%-26s %11.2f\n", name, best);
}

int main(int argc, char** argv) {
  const int lg = argc > 1 ? atoi(argv[1]) : 24;
  if (argc > 2) wanted = argv[2];
  n = 1L << lg;
  a = malloc(n * 4), b = malloc(n * 4), c = malloc(n * 4), bytes = malloc(n);
  for (long i = 0; i < n; i++) {
    uint32_t v = (uint32_t)(i * 2654435761u + 1);
    v ^= v >> 15;
    a[i] = (v & 65535) / 65536.0f, b[i] = a[i], c[i] = 0, bytes[i] = v & 255;
  }
  printf("# n = 2^%d: case, least us\n", lg);
  measure("sum", sum), measure("max", maximum), measure("sum of squares", squares), measure("dot", dot), measure("argmin", least), measure("hql", hql);
  measure("vector add", add), measure("newton square root", newton), measure("histogram", histogram);
  memset(bytes, 0, n), measure("histogram of one value", histogram);
  measure("prefix sum", running), measure("5-point stencil", stencil), measure("channel sums, 3 channels", channels), measure("matrix times vector", matrix_vector);
  measure("y = a*x + y", axpy), measure("8 accumulators", sums8), measure("16 accumulators", sums16), measure("32 accumulators", sums32);
  for (int lr = 6; lr <= 16; lr += 5) {
    char name[40];
    rows = 1L << lr;
    sprintf(name, "row sums, 2^%d rows", lr), measure(name, row_sums);
    sprintf(name, "column sums, 2^%d rows", lr), measure(name, column_sums);
  }
  return 0;
}
