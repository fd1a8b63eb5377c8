// Nests of linear algebra, statistics, stencils and dynamic programming, for a C compiler with OpenMP: bench/suites.py
// calls each beside the function of its name in nests.q. Of the lines //! see vectoriser.c.
#include <math.h>

//! default n=384 m=1024 values=0.1..1

// ---- products of matrices and vectors

//! alpha=1.5 beta=0.5
void product(int n, float alpha, float beta, float c[restrict n][n], const float a[restrict n][n],
             const float b[restrict n][n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) c[i][j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) c[i][j] += alpha * a[i][k] * b[k][j];
  }
}
//! n=256 alpha=1.5 beta=0.5
void two_products(int n, float alpha, float beta, float t[restrict n][n], const float a[restrict n][n],
                  const float b[restrict n][n], const float c[restrict n][n], float d[restrict n][n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      t[i][j] = 0;
      for (int k = 0; k < n; k++) t[i][j] += alpha * a[i][k] * b[k][j];
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i][j] *= beta;
      for (int k = 0; k < n; k++) d[i][j] += t[i][k] * c[k][j];
    }
}
//! n=256
void three_products(int n, float e[restrict n][n], float f[restrict n][n], float g[restrict n][n],
                    const float a[restrict n][n], const float b[restrict n][n], const float c[restrict n][n],
                    const float d[restrict n][n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      e[i][j] = 0;
      for (int k = 0; k < n; k++) e[i][j] += a[i][k] * b[k][j];
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      f[i][j] = 0;
      for (int k = 0; k < n; k++) f[i][j] += c[i][k] * d[k][j];
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      g[i][j] = 0;
      for (int k = 0; k < n; k++) g[i][j] += e[i][k] * f[k][j];
    }
}
//! m=2048
void there_and_back(int m, const float a[restrict m][m], const float x[restrict m], float y[restrict m],
                    float t[restrict m]) {
  for (int i = 0; i < m; i++) y[i] = 0;
  for (int i = 0; i < m; i++) {
    t[i] = 0;
    for (int j = 0; j < m; j++) t[i] += a[i][j] * x[j];
    for (int j = 0; j < m; j++) y[j] += a[i][j] * t[i];
  }
}
//! m=2048
void two_sides(int m, const float a[restrict m][m], float s[restrict m], float q[restrict m], const float p[restrict m],
               const float r[restrict m]) {
  for (int i = 0; i < m; i++) s[i] = 0;
  for (int i = 0; i < m; i++) {
    q[i] = 0;
    for (int j = 0; j < m; j++) {
      s[j] += r[i] * a[i][j];
      q[i] += a[i][j] * p[j];
    }
  }
}
//! m=2048
void with_transpose(int m, float x1[restrict m], float x2[restrict m], const float y1[restrict m],
                    const float y2[restrict m], const float a[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) x1[i] += a[i][j] * y1[j];
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) x2[i] += a[j][i] * y2[j];
}
//! m=2048 alpha=0.01 beta=0.02
void rank_two_update(int m, float alpha, float beta, float a[restrict m][m], const float u1[restrict m],
                     const float v1[restrict m], const float u2[restrict m], const float v2[restrict m],
                     float w[restrict m], float x[restrict m], const float y[restrict m], const float z[restrict m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) x[i] += beta * a[j][i] * y[j];
#pragma omp parallel for
  for (int i = 0; i < m; i++) x[i] += z[i];
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) w[i] += alpha * a[i][j] * x[j];
}
//! m=2048 alpha=1.5 beta=0.5
void sum_of_products(int m, float alpha, float beta, const float a[restrict m][m], const float b[restrict m][m],
                     const float x[restrict m], float y[restrict m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    float t = 0;
    y[i] = 0;
    for (int j = 0; j < m; j++) {
      t += a[i][j] * x[j];
      y[i] += b[i][j] * x[j];
    }
    y[i] = alpha * t + beta * y[i];
  }
}
//! n=256 alpha=1.5 beta=0.5
void symmetric_product(int n, float alpha, float beta, float c[restrict n][n], const float a[restrict n][n],
                       const float b[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float t = 0;
      for (int k = 0; k < i; k++) {
        c[k][j] += alpha * b[i][j] * a[i][k];
        t += b[k][j] * a[i][k];
      }
      c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * t;
    }
}
//! alpha=1.5 beta=0.5
void rank_k(int n, float alpha, float beta, float c[restrict n][n], const float a[restrict n][n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) c[i][j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j <= i; j++) c[i][j] += alpha * a[i][k] * a[j][k];
  }
}
//! n=256 alpha=1.5 beta=0.5
void rank_2k(int n, float alpha, float beta, float c[restrict n][n], const float a[restrict n][n],
             const float b[restrict n][n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) c[i][j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j <= i; j++) c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
  }
}
//! alpha=0.01
void triangular_product(int n, float alpha, const float a[restrict n][n], float b[restrict n][n]) {
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < n; k++) b[i][j] += a[k][i] * b[k][j];
      b[i][j] = alpha * b[i][j];
    }
}
//! n=64 l=64
void tensor_product(int n, int l, float a[restrict l][n][n], const float c[restrict n][n]) {
#pragma omp parallel for
  for (int r = 0; r < l; r++)
    for (int q = 0; q < n; q++) {
      float s[n];
      for (int p = 0; p < n; p++) {
        s[p] = 0;
        for (int k = 0; k < n; k++) s[p] += a[r][q][k] * c[k][p];
      }
      for (int p = 0; p < n; p++) a[r][q][p] = s[p];
    }
}

// ---- solvers

//! a=0..0.001 d=1..2
void cholesky(int n, float a[restrict n][n], const float d[restrict n]) {
  for (int i = 0; i < n; i++) a[i][i] += d[i];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++) a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrtf(a[i][i]);
  }
}
//! a=0..0.001 d=1..2
void lower_upper(int n, float a[restrict n][n], const float d[restrict n]) {
  for (int i = 0; i < n; i++) a[i][i] += d[i];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++) a[i][j] -= a[i][k] * a[k][j];
  }
}
//! a=0..0.001 d=1..2
void elimination(int n, float a[restrict n][n], const float d[restrict n]) {
  for (int i = 0; i < n; i++) a[i][i] += d[i];
  for (int k = 0; k < n - 1; k++)
#pragma omp parallel for
    for (int i = k + 1; i < n; i++) {
      float f = a[i][k] / a[k][k];
      a[i][k] = f;
      for (int j = k + 1; j < n; j++) a[i][j] -= f * a[k][j];
    }
}
//! m=2048 a=0..0.0005 d=1..2
void forward_substitution(int m, const float a[restrict m][m], const float d[restrict m], float x[restrict m],
                          const float b[restrict m]) {
  for (int i = 0; i < m; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++) x[i] -= a[i][j] * x[j];
    x[i] = x[i] / d[i];
  }
}
//! m=2048 r=-0.0002..0.0002
void toeplitz(int m, const float r[restrict m], float y[restrict m], float z[restrict m]) {
  float alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (int k = 1; k < m; k++) {
    beta = (1 - alpha * alpha) * beta;
    float sum = 0;
    for (int i = 0; i < k; i++) sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (int i = 0; i < k; i++) z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; i++) y[i] = z[i];
    y[k] = alpha;
  }
}
//! n=256 r=0 d=8..16
void gram_schmidt(int n, float a[restrict n][n], float r[restrict n][n], float q[restrict n][n],
                  const float d[restrict n]) {
  for (int i = 0; i < n; i++) a[i][i] += d[i];
  for (int k = 0; k < n; k++) {
    float norm = 0;
    for (int i = 0; i < n; i++) norm += a[i][k] * a[i][k];
    r[k][k] = sqrtf(norm);
    for (int i = 0; i < n; i++) q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < n; j++) {
      r[k][j] = 0;
      for (int i = 0; i < n; i++) r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < n; i++) a[i][j] = a[i][j] - q[i][k] * r[k][j];
    }
  }
}

// ---- statistics

//! n=256
void covariance(int n, float x[restrict n][n], float mean[restrict n], float cov[restrict n][n]) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < n; i++) mean[j] += x[i][j];
    mean[j] /= n;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i][j] -= mean[j];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < n; k++) cov[i][j] += x[k][i] * x[k][j];
      cov[i][j] /= n - 1;
      cov[j][i] = cov[i][j];
    }
}
//! n=256
void correlation(int n, float x[restrict n][n], float mean[restrict n], float dev[restrict n],
                 float corr[restrict n][n]) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < n; i++) mean[j] += x[i][j];
    mean[j] /= n;
  }
  for (int j = 0; j < n; j++) {
    dev[j] = 0;
    for (int i = 0; i < n; i++) dev[j] += (x[i][j] - mean[j]) * (x[i][j] - mean[j]);
    dev[j] = sqrtf(dev[j] / n);
    dev[j] = dev[j] <= 0.1f ? 1 : dev[j];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      x[i][j] -= mean[j];
      x[i][j] /= sqrtf(n) * dev[j];
    }
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++) {
    corr[i][i] = 1;
    for (int j = i + 1; j < n; j++) {
      corr[i][j] = 0;
      for (int k = 0; k < n; k++) corr[i][j] += x[k][i] * x[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[n - 1][n - 1] = 1;
}

// ---- stencils

//! n=65536 steps=20
void line_stencil(int n, int steps, float a[restrict n], float b[restrict n]) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for simd
    for (int i = 1; i < n - 1; i++) b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
#pragma omp parallel for simd
    for (int i = 1; i < n - 1; i++) a[i] = 0.33333f * (b[i - 1] + b[i] + b[i + 1]);
  }
}
//! n=512 steps=10
void plane_stencil(int n, int steps, float a[restrict n][n], float b[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.2f * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.2f * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
  }
}
//! n=512 steps=4
void stencil_in_place(int n, int steps, float a[restrict n][n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                   a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                  9;
}
//! n=512 steps=10
void waves(int n, int steps, float ex[restrict n][n], float ey[restrict n][n], float hz[restrict n][n],
           const float source[restrict steps]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++) ey[0][j] = source[t];
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++) ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++) ex[i][j] = ex[i][j] - 0.5f * (hz[i][j] - hz[i][j - 1]);
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < n - 1; j++) hz[i][j] = hz[i][j] - 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
//! n=64 steps=10
void heat(int n, int steps, float a[restrict n][n][n], float b[restrict n][n][n]) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          b[i][j][k] = 0.125f * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k]) +
                       0.125f * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k]) +
                       0.125f * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          a[i][j][k] = 0.125f * (b[i + 1][j][k] - 2 * b[i][j][k] + b[i - 1][j][k]) +
                       0.125f * (b[i][j + 1][k] - 2 * b[i][j][k] + b[i][j - 1][k]) +
                       0.125f * (b[i][j][k + 1] - 2 * b[i][j][k] + b[i][j][k - 1]) + b[i][j][k];
  }
}
//! n=256 steps=5
void alternating_directions(int n, int steps, float u[restrict n][n], float v[restrict n][n], float p[restrict n][n],
                            float q[restrict n][n]) {
  float a = -0.6f, b = 2.2f, d = -0.3f, e = 1.6f;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = v[0][i];
      for (int j = 1; j < n - 1; j++) {
        p[i][j] = -a / (a * p[i][j - 1] + b);
        q[i][j] =
            (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - d * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
      }
      v[n - 1][i] = 1;
      for (int j = n - 2; j >= 1; j--) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = u[i][0];
      for (int j = 1; j < n - 1; j++) {
        p[i][j] = -d / (d * p[i][j - 1] + e);
        q[i][j] =
            (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - a * v[i + 1][j] - d * q[i][j - 1]) / (d * p[i][j - 1] + e);
      }
      u[i][n - 1] = 1;
      for (int j = n - 2; j >= 1; j--) u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}

// ---- paths, tables, filters

//! n=256
void shortest_paths(int n, float d[restrict n][n]) {
  for (int k = 0; k < n; k++)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
}
//! n=256 base=0..4
void folding(int n, int table[restrict n][n], const int base[restrict n]) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      if (table[i][j - 1] > table[i][j]) table[i][j] = table[i][j - 1];
      if (table[i + 1][j] > table[i][j]) table[i][j] = table[i + 1][j];
      int pair = i < j - 1 && base[i] + base[j] == 3 ? 1 : 0;
      if (table[i + 1][j - 1] + pair > table[i][j]) table[i][j] = table[i + 1][j - 1] + pair;
      for (int k = i + 1; k < j; k++)
        if (table[i][k] + table[k + 1][j] > table[i][j]) table[i][j] = table[i][k] + table[k + 1][j];
    }
}
//! m=512
void edge_filter(int m, const float x[restrict m][m], float y1[restrict m][m], float y2[restrict m][m],
                 float y[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    float before = 0, before2 = 0, old = 0;
    for (int j = 0; j < m; j++) {
      y1[i][j] = 0.2f * x[i][j] + 0.1f * old + 0.9f * before - 0.2f * before2;
      old = x[i][j];
      before2 = before;
      before = y1[i][j];
    }
    float after = 0, after2 = 0, next = 0, next2 = 0;
    for (int j = m - 1; j >= 0; j--) {
      y2[i][j] = 0.15f * next - 0.05f * next2 + 0.9f * after - 0.2f * after2;
      next2 = next;
      next = x[i][j];
      after2 = after;
      after = y2[i][j];
    }
  }
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) y[i][j] = y1[i][j] + y2[i][j];
#pragma omp parallel for
  for (int j = 0; j < m; j++) {
    float before = 0, before2 = 0, old = 0;
    for (int i = 0; i < m; i++) {
      y1[i][j] = 0.2f * y[i][j] + 0.1f * old + 0.9f * before - 0.2f * before2;
      old = y[i][j];
      before2 = before;
      before = y1[i][j];
    }
  }
}
