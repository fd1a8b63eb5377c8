// The kernels of the Livermore loops by their formulas, for a C compiler with OpenMP: bench/suites.py calls each beside
// the function of its name in livermore.q. Of the lines //! see vectoriser.c.
#include <math.h>

//! default n=N m=1024 values=0.1..1

//! q=0.05 r=0.02 t=0.03
void k01_hydro(int n, float q, float r, float t, float x[restrict n], const float y[restrict n],
               const float z[restrict n + 11]) {
#pragma omp parallel for simd
  for (int k = 0; k < n; k++) x[k] = q + y[k] * (r * z[k + 10] + t * z[k + 11]);
}
//! v=0..0.2
void k02_conjugate_gradient(int n, float x[restrict 2 * n], const float v[restrict 2 * n]) {
  int end = 0, left = n;
  while (left > 1) {
    int begin = end;
    end += left;
    left /= 2;
    int i = end;
    for (int k = begin + 1; k < end; k += 2) {
      x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
      i++;
    }
  }
}
float k03_inner_product(int n, const float x[restrict n], const float z[restrict n]) {
  float q = 0;
#pragma omp parallel for simd reduction(+ : q)
  for (int k = 0; k < n; k++) q += z[k] * x[k];
  return q;
}
//! n=200001 y=0..0.0001
void k04_banded(int n, float x[restrict 2 * n], const float y[restrict n]) {
  int step = (n - 7) / 2;
  for (int k = 6; k < n; k += step) {
    int l = k - 6;
    float t = x[k - 1];
    for (int j = 4; j < n; j += 5) {
      t -= x[l] * y[j];
      l++;
    }
    x[k - 1] = y[4] * t;
  }
}
void k05_tridiagonal(int n, float x[restrict n], const float y[restrict n], const float z[restrict n]) {
  for (int i = 1; i < n; i++) x[i] = z[i] * (y[i] - x[i - 1]);
}
//! b=0..0.001
void k06_recurrence(int m, float w[restrict m], const float b[restrict m][m]) {
  for (int i = 1; i < m; i++) {
    w[i] = 0.01f;
    for (int k = 0; k < i; k++) w[i] += b[k][i] * w[i - k - 1];
  }
}
//! q=0.5 r=0.2 t=0.3
void k07_state(int n, float q, float r, float t, float x[restrict n], const float y[restrict n],
               const float z[restrict n], const float u[restrict n + 6]) {
#pragma omp parallel for simd
  for (int k = 0; k < n; k++)
    x[k] = u[k] + r * (z[k] + r * y[k]) +
           t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) + t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
}
//! m=16384 a11=0.031 a12=0.012 a13=0.023 a21=0.014 a22=0.035 a23=0.016 a31=0.027 a32=0.018 a33=0.039 sig=0.04
void k08_alternating(int m, float a11, float a12, float a13, float a21, float a22, float a23, float a31, float a32,
                     float a33, float sig, float u1[restrict 2][m][5], float u2[restrict 2][m][5],
                     float u3[restrict 2][m][5], float du1[restrict m], float du2[restrict m], float du3[restrict m]) {
  for (int x = 1; x < 3; x++)
#pragma omp parallel for simd
    for (int y = 1; y < m - 1; y++) {
      du1[y] = u1[0][y + 1][x] - u1[0][y - 1][x];
      du2[y] = u2[0][y + 1][x] - u2[0][y - 1][x];
      du3[y] = u3[0][y + 1][x] - u3[0][y - 1][x];
      u1[1][y][x] = u1[0][y][x] + a11 * du1[y] + a12 * du2[y] + a13 * du3[y] +
                    sig * (u1[0][y][x + 1] - 2 * u1[0][y][x] + u1[0][y][x - 1]);
      u2[1][y][x] = u2[0][y][x] + a21 * du1[y] + a22 * du2[y] + a23 * du3[y] +
                    sig * (u2[0][y][x + 1] - 2 * u2[0][y][x] + u2[0][y][x - 1]);
      u3[1][y][x] = u3[0][y][x] + a31 * du1[y] + a32 * du2[y] + a33 * du3[y] +
                    sig * (u3[0][y][x + 1] - 2 * u3[0][y][x] + u3[0][y][x - 1]);
    }
}
//! m=65536 w=13
void k09_predictors(int m, int w, float p[restrict m][w], const float c[restrict w]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    p[i][0] = c[6] * p[i][12] + c[5] * p[i][11] + c[4] * p[i][10] + c[3] * p[i][9] + c[2] * p[i][8] + c[1] * p[i][7] +
              c[0] * p[i][6] + c[7] * (p[i][4] + p[i][5]) + p[i][2];
}
//! m=65536 w=14
void k10_differences(int m, int w, float p[restrict m][w], const float c[restrict m][w]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    float a = c[i][4];
    float b = a - p[i][4];
    p[i][4] = a;
    float d = b - p[i][5];
    p[i][5] = b;
    a = d - p[i][6];
    p[i][6] = d;
    b = a - p[i][7];
    p[i][7] = a;
    d = b - p[i][8];
    p[i][8] = b;
    a = d - p[i][9];
    p[i][9] = d;
    b = a - p[i][10];
    p[i][10] = a;
    d = b - p[i][11];
    p[i][11] = b;
    p[i][13] = d - p[i][12];
    p[i][12] = d;
  }
}
//! values=0..0.001
void k11_first_sum(int n, float x[restrict n], const float y[restrict n]) {
  x[0] = y[0];
  for (int k = 1; k < n; k++) x[k] = x[k - 1] + y[k];
}
void k12_first_difference(int n, float x[restrict n], const float y[restrict n + 1]) {
#pragma omp parallel for simd
  for (int k = 0; k < n; k++) x[k] = y[k + 1] - y[k];
}
//! n=65536 p=0.1..60 b=0..1 c=0..1 y=0..1 z=0..1 h=0..1 e=0..2 f=0..2
void k13_particles(int n, float p[restrict n][4], const float b[restrict 64][64], const float c[restrict 64][64],
                   const float y[restrict 96], const float z[restrict 96], const int e[restrict 96],
                   const int f[restrict 96], float h[restrict 96][96]) {
  for (int k = 0; k < n; k++) {
    int i1 = (int)p[k][0] & 63;
    int j1 = (int)p[k][1] & 63;
    p[k][2] += b[j1][i1];
    p[k][3] += c[j1][i1];
    p[k][0] += p[k][2];
    p[k][1] += p[k][3];
    int i2 = (int)p[k][0] & 63;
    int j2 = (int)p[k][1] & 63;
    p[k][0] += y[i2 + 32];
    p[k][1] += z[j2 + 32];
    i2 += e[i2 + 32];
    j2 += f[j2 + 32];
    h[j2][i2] += 1;
  }
}
//! n=65536 grd=0.5..2000 ex=0..1 dex=0..1 flx=0.01 rh=0..1
void k14_particles_in_a_line(int n, float flx, float vx[restrict n], float xx[restrict n], float xi[restrict n],
                             float ex1[restrict n], float dex1[restrict n], int ix[restrict n], int ir[restrict n],
                             float rx[restrict n], const float grd[restrict n], const float ex[restrict 2048],
                             const float dex[restrict 2048], float rh[restrict 2050]) {
#pragma omp parallel for simd
  for (int k = 0; k < n; k++) {
    vx[k] = 0;
    xx[k] = 0;
    ix[k] = (int)grd[k];
    xi[k] = ix[k];
    ex1[k] = ex[ix[k] - 1 < 0 ? 0 : ix[k] - 1];
    dex1[k] = dex[ix[k] - 1 < 0 ? 0 : ix[k] - 1];
  }
#pragma omp parallel for simd
  for (int k = 0; k < n; k++) {
    vx[k] += ex1[k] + (xx[k] - xi[k]) * dex1[k] * 0.001f;
    xx[k] += vx[k] + flx;
    ir[k] = (int)xx[k];
    rx[k] = xx[k] - ir[k];
    ir[k] = (ir[k] & 2047) + 1;
    xx[k] = rx[k] + ir[k];
  }
  for (int k = 0; k < n; k++) {
    rh[ir[k] - 1] += 1 - rx[k];
    rh[ir[k]] += rx[k];
  }
}
//! m=1024 l=1024
void k15_casual(int m, int l, float vy[restrict m][l], const float vh[restrict m][l], const float vf[restrict m][l],
                const float vg[restrict m][l], float vs[restrict m][l]) {
#pragma omp parallel for
  for (int j = 1; j < m - 1; j++)
    for (int k = 1; k < l - 1; k++) {
      float t, r, s;
      t = vh[j + 1][k] > vh[j][k] ? 0.053f : 0.073f;
      if (vf[j][k] < vf[j][k - 1]) {
        r = vh[j][k - 1] > vh[j + 1][k - 1] ? vh[j][k - 1] : vh[j + 1][k - 1];
        s = vf[j][k - 1];
      } else {
        r = vh[j][k] > vh[j + 1][k] ? vh[j][k] : vh[j + 1][k];
        s = vf[j][k];
      }
      vy[j][k] = sqrtf(vg[j][k] * vg[j][k] + r * r) * t / s;
      if (vf[j][k] < vf[j - 1][k]) {
        r = vg[j - 1][k] > vg[j - 1][k + 1] ? vg[j - 1][k] : vg[j - 1][k + 1];
        s = vf[j - 1][k];
        t = 0.053f;
      } else {
        r = vg[j][k] > vg[j][k + 1] ? vg[j][k] : vg[j][k + 1];
        s = vf[j][k];
        t = 0.073f;
      }
      vs[j][k] = sqrtf(vh[j][k] * vh[j][k] + r * r) * t / s;
    }
}
//! zone=0..300 d=0..1 plan=0..1 t=0.3 s=0.0001
int k16_search(int n, float t, float s, const int zone[restrict n], const float plan[restrict n],
               const float d[restrict 300]) {
  int steps = 0;
  for (int k = 0; k < n; k++) {
    steps++;
    float x = plan[k];
    if (x < t) {
      if (d[zone[k]] < s) break;
    } else if (x > t) {
      steps++;
      if (d[zone[k]] * x < s * s) break;
    } else {
      steps += 2;
    }
  }
  return steps;
}
//! scale=1.6667 xnm=0.0333 e6=0.1
float k17_conditional(int n, float scale, float xnm, float e6, const float lin[restrict n], const float lr[restrict n],
                      float spread[restrict n], float see[restrict n]) {
  for (int i = n - 1; i >= 1; i--) {
    float e3 = xnm * lr[i] + lin[i];
    float xnei = lin[i];
    spread[i] = e6;
    if (xnm > scale * 0.5f * xnei || xnm > e3) {
      e6 = xnm * 0.3f + lin[i] * 0.2f;
      xnm = e6 * 0.9f;
    } else {
      float xnc = scale * e3;
      see[i] = xnc;
      e6 = e3 + e3 - xnm;
      xnm = e3 * 0.5f;
    }
  }
  return xnm;
}
//! t=0.0037 s=0.0041 zm=0.5..1
void k18_explicit_hydro(int m, float t, float s, float za[restrict m][m], float zb[restrict m][m],
                        const float zm[restrict m][m], const float zp[restrict m][m], const float zq[restrict m][m],
                        float zr[restrict m][m], float zu[restrict m][m], float zv[restrict m][m],
                        float zz[restrict m][m]) {
#pragma omp parallel for
  for (int k = 1; k < m - 1; k++)
    for (int j = 1; j < m - 1; j++) {
      za[k][j] = (zp[k + 1][j - 1] + zq[k + 1][j - 1] - zp[k][j - 1] - zq[k][j - 1]) * (zr[k][j] + zr[k][j - 1]) /
                 (zm[k][j - 1] + zm[k + 1][j - 1]);
      zb[k][j] =
          (zp[k][j - 1] + zq[k][j - 1] - zp[k][j] - zq[k][j]) * (zr[k][j] + zr[k - 1][j]) / (zm[k][j] + zm[k][j - 1]);
    }
#pragma omp parallel for
  for (int k = 1; k < m - 1; k++)
    for (int j = 1; j < m - 1; j++) {
      zu[k][j] += s * (za[k][j] * (zz[k][j] - zz[k][j + 1]) - za[k][j - 1] * (zz[k][j] - zz[k][j - 1]) -
                       zb[k][j] * (zz[k][j] - zz[k - 1][j]) + zb[k + 1][j] * (zz[k][j] - zz[k + 1][j]));
      zv[k][j] += s * (za[k][j] * (zr[k][j] - zr[k][j + 1]) - za[k][j - 1] * (zr[k][j] - zr[k][j - 1]) -
                       zb[k][j] * (zr[k][j] - zr[k - 1][j]) + zb[k + 1][j] * (zr[k][j] - zr[k + 1][j]));
    }
#pragma omp parallel for
  for (int k = 1; k < m - 1; k++)
    for (int j = 1; j < m - 1; j++) {
      zr[k][j] += t * zu[k][j];
      zz[k][j] += t * zv[k][j];
    }
}
//! stb=0.1 sb=0..0.5
float k19_both_ways(int n, float stb, const float sa[restrict n], const float sb[restrict n], float b[restrict n]) {
  for (int k = 0; k < n; k++) {
    b[k] = sa[k] + stb * sb[k];
    stb = b[k] - stb;
  }
  for (int k = n - 1; k >= 0; k--) {
    b[k] = sa[k] + stb * sb[k];
    stb = b[k] - stb;
  }
  return stb;
}
//! dk=0.2 t=2 s=0.1
void k20_ordinates(int n, float dk, float s, float t, float x[restrict n], float xx[restrict n + 1],
                   const float y[restrict n], const float g[restrict n], const float z[restrict n],
                   const float u[restrict n], const float v[restrict n], const float w[restrict n],
                   const float vx[restrict n]) {
  for (int k = 0; k < n; k++) {
    float di = y[k] - g[k] / (xx[k] + dk);
    float dn = 0.2f;
    if (di != 0) {
      dn = z[k] / di;
      if (dn > t) dn = t;
      if (dn < s) dn = s;
    }
    x[k] = ((w[k] + v[k] * dn) * xx[k] + u[k]) / (vx[k] + v[k] * dn);
    xx[k + 1] = (x[k] - xx[k]) * dn * 0.1f + xx[k] * 0.5f;
  }
}
//! m=512 l=25
void k21_product(int m, int l, float px[restrict m][l], const float vy[restrict l][l], const float cx[restrict m][l]) {
  for (int k = 0; k < l; k++)
    for (int i = 0; i < l; i++)
      for (int j = 0; j < m; j++) px[j][i] += vy[k][i] * cx[j][k];
}
//! u=0.5..2 v=0.5..1
void k22_planck(int n, float y[restrict n], const float u[restrict n], const float v[restrict n],
                const float x[restrict n], float w[restrict n]) {
#pragma omp parallel for simd
  for (int k = 0; k < n; k++) {
    y[k] = u[k] / v[k];
    w[k] = x[k] / (expf(y[k]) - 1);
  }
}
//! zb=0..0.3 zr=0..0.2 zu=0..0.2 zv=0..0.2
void k23_implicit_hydro(int m, float za[restrict m][m], const float zr[restrict m][m], const float zb[restrict m][m],
                        const float zu[restrict m][m], const float zv[restrict m][m], const float zz[restrict m][m]) {
  for (int j = 1; j < m - 1; j++)
    for (int k = 1; k < m - 1; k++) {
      float qa = za[j + 1][k] * zr[j][k] + za[j - 1][k] * zb[j][k] + za[j][k + 1] * zu[j][k] + za[j][k - 1] * zv[j][k] +
                 zz[j][k];
      za[j][k] += 0.175f * (qa - za[j][k]);
    }
}
int k24_place_of_least(int n, const float x[restrict n]) {
  int m = 0;
  for (int k = 1; k < n; k++)
    if (x[k] < x[m]) m = k;
  return m;
}
