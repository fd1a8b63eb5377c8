// Loops as suites for vectorising compilers have them, for a C compiler with OpenMP: bench/suites.py calls each beside
// the function of its name in vectoriser.q. Parameters name their extents; what is not const is written. A line //!
// gives extents, numbers and ranges of values of the function below it.
#include <math.h>

//! default n=N m=1024 values=0.1..1

// ---- linear dependence

void add_one(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = b[i] + 1;
}
void odd_from_even(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 1; i < n; i += 2) a[i] = a[i - 1] + b[i];
}
void every_second(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                  const float d[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n / 2; i++) a[2 * i] = c[i] * b[i] + d[i] * b[i] + c[i] * c[i] + d[i] * c[i];
}
void shift_up(int n, float a[restrict n], const float b[restrict n]) {
  for (int i = n - 2; i >= 0; i--) a[i + 1] = a[i] + b[i];
}
void from_the_next(int n, float a[restrict n], const float b[restrict n]) {
  for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + b[i];
}
void to_the_first(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 1; i < n; i++) a[i] = a[0] + b[i];
}
void to_the_middle(int n, float a[restrict n], const float b[restrict n]) {
  for (int i = 0; i < n; i++) a[i] = a[n / 2] + b[i];
}
void lower_from_upper(int m, float aa[restrict m][m], const float bb[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++) aa[i][j] = aa[j][i] + bb[i][j];
}
//! aa=0..0.002
void substitution(int m, float a[restrict m], const float aa[restrict m][m]) {
  for (int j = 0; j < m; j++)
    for (int i = j + 1; i < m; i++) a[i] -= aa[j][i] * a[j];
}
void transposed_factor(int m, float aa[restrict m][m], const float bb[restrict m][m], const float cc[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) aa[i][j] = aa[i][j] * cc[j][i] + bb[i][j];
}
void five_products(int n, float a[restrict n]) {
  for (int i = 0; i < n - 5; i += 5) {
    a[i] = a[i + 1] * a[i];
    a[i + 1] = a[i + 2] * a[i + 1];
    a[i + 2] = a[i + 3] * a[i + 2];
    a[i + 3] = a[i + 4] * a[i + 3];
    a[i + 4] = a[i + 5] * a[i + 4];
  }
}
//! bb=0..0.002
void own_past(int m, float a[restrict m], const float bb[restrict m][m]) {
  for (int i = 1; i < m; i++)
    for (int j = 0; j < i; j++) a[i] += bb[j][i] * a[i - j - 1];
}
void down_the_diagonal(int m, float aa[restrict m][m], const float bb[restrict m][m]) {
  for (int i = 1; i < m; i++)
    for (int j = 1; j < m; j++) aa[i][j] = aa[i - 1][j - 1] + bb[i][j];
}
void down_the_rows(int m, float aa[restrict m][m], const float bb[restrict m][m]) {
  for (int i = 1; i < m; i++)
    for (int j = 0; j < m; j++) aa[i][j] = aa[i - 1][j] + bb[i][j];
}

// ---- induction variables

void counted_backwards(int n, float a[restrict n], const float b[restrict n]) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    k++;
    a[i] += b[n - k];
  }
}
//! c=-1..1
void one_or_two(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                const float d[restrict n], const float e[restrict n]) {
  int j = -1;
  for (int i = 0; i < n / 2; i++) {
    j++;
    a[j] = b[i] + d[i] * e[i];
    if (c[i] > 0) {
      j++;
      a[j] = c[i] + d[i] * e[i];
    }
  }
}
void one_either_way(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                    const float d[restrict n], const float e[restrict n]) {
  int j = -1;
  for (int i = 0; i < n; i++) {
    if (b[i] > 0.5f) {
      j++;
      a[j] = b[i] + d[i] * e[i];
    } else {
      j++;
      a[j] = c[i] + d[i] * e[i];
    }
  }
}
void flattened(int m, float flat[restrict m * m], const float aa[restrict m][m], const float bb[restrict m][m],
               const float cc[restrict m][m]) {
  int k = -1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      k++;
      flat[k] = aa[i][j] + bb[i][j] * cc[i][j];
    }
}
void column_by_column(int m, float bb[restrict m][m], const float flat[restrict m * m], const float cc[restrict m][m]) {
  int k = 1;
  for (int i = 0; i < m; i++) {
    for (int j = 1; j < m; j++) {
      bb[j][i] = bb[j - 1][i] + flat[k - 1] * cc[j][i];
      k++;
    }
    k++;
  }
}
void two_a_step(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                const float d[restrict n], const float e[restrict n]) {
  int j = -1;
  for (int i = 0; i < n / 2; i++) {
    j++;
    a[j] = b[i] + c[i] * d[i];
    j++;
    a[j] = b[i] + d[i] * e[i];
  }
}
void even_then_odd(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                   const float d[restrict n]) {
  int j = -1;
  for (int i = 0; i < n / 2; i++) {
    int k = j + 1;
    a[i] = b[k] - d[i];
    j = k + 1;
    b[k] = a[i] + c[k];
  }
}
void growing_factor(int n, float a[restrict n], const float b[restrict n]) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += 2;
    a[i] = s * b[i];
  }
}
void counter_as_factor(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = b[i] + c[i] * (i + 1);
}
void half_the_index(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                    const float d[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = b[i] + c[i / 2] * d[i];
}
void reversed(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[n - 1 - i] = b[i];
}

// ---- flow of values and names for extents

void stored_and_used(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                     const float d[restrict n], const float e[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    b[i] = d[i] * e[i];
    a[i] += b[i] * c[i];
  }
}
void branches_reach_over(int n, float a[restrict n], const float b[restrict n], float c[restrict n],
                         const float d[restrict n], const float e[restrict n]) {
  for (int i = 0; i < n - 1; i++)
    if (b[i] < 0.5f)
      a[i] = c[i] + d[i] * e[i];
    else
      c[i + 1] = a[i] + d[i] * d[i];
}
//! c=-1..1
void branches_apart(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                    const float d[restrict n], const float e[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    if (c[i] < 0)
      b[i] = a[i] + d[i] * d[i];
    else
      a[i] = c[i] + d[i] * e[i];
}
//! k=5
void from_k_ahead(int n, int k, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
  for (int i = 0; i < n - k; i++) a[i] = a[i + k] + b[i] * c[i];
}
//! step=1
void step_by_name(int n, int step, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i += step) a[i] += b[i];
}
void upper_half(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n / 2; i++) a[i + n / 2] = a[i] + b[i];
}
//! m=2048
void sliding_products(int m, float a[restrict m], const float b[restrict 2 * m], const float c[restrict m]) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < m; i++) a[i] += b[i + m - j - 1] * c[j];
}
//! m=8 j=3 k=4
void row_from_row(int m, int n, int j, int k, float aa[restrict m][n], const float b[restrict n],
                  const float c[restrict n]) {
#pragma omp parallel for simd
  for (int i = 1; i < n; i++) aa[j][i] = aa[k][i - 1] + b[i] * c[1];
}

// ---- order of statements and loops

void to_be_reordered(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                     const float d[restrict n], const float e[restrict n]) {
  for (int i = 1; i < n - 1; i++) {
    a[i] = b[i - 1] + c[i] * d[i];
    b[i] = b[i + 1] - e[i] * d[i];
  }
}
void to_be_distributed(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                       const float d[restrict n]) {
  for (int i = 0; i < n - 1; i++) {
    a[i] *= c[i];
    b[i] += a[i + 1] * d[i];
  }
}
void each_from_the_other(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                         const float d[restrict n]) {
  for (int i = 1; i < n - 1; i++) {
    a[i] = b[i - 1] + c[i];
    b[i] = a[i + 1] * d[i];
  }
}
//! values=0..0.001
void sum_behind_an_update(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                          const float d[restrict n]) {
  for (int i = 1; i < n; i++) {
    a[i] += c[i] * d[i];
    b[i] = b[i - 1] + a[i] + d[i];
  }
}
void four_behind(int n, float b[restrict n], const float a[restrict n]) {
  for (int i = 4; i < n; i++) b[i] = b[i - 4] * 0.5f + a[i];
}
void middle_recurrence(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                       float e[restrict n]) {
  for (int i = 1; i < n; i++) {
    a[i] += b[i] * c[i];
    e[i] = e[i - 1] * e[i - 1] + 0.1f;
    a[i] -= b[i] * c[i] * e[i];
  }
}
void sums_of_columns(int m, float aa[restrict m][m], const float bb[restrict m][m]) {
  for (int i = 0; i < m; i++)
    for (int j = 1; j < m; j++) aa[j][i] = aa[j - 1][i] + bb[j][i];
}
void squares_in_rows(int m, float aa[restrict m][m], const float bb[restrict m][m]) {
#pragma omp parallel for
  for (int j = 1; j < m; j++)
    for (int i = 1; i <= j; i++) aa[j][i] = aa[j][i - 1] * aa[j][i - 1] * 0.1f + bb[j][i];
}
void triangle_by_columns(int m, float aa[restrict m][m], const float bb[restrict m][m], const float cc[restrict m][m]) {
#pragma omp parallel for
  for (int j = 0; j < m; j++)
    for (int i = j; i < m; i++) aa[i][j] = bb[i][j] + cc[i][j];
}
void column_and_row(int m, float aa[restrict m][m], float bb[restrict m][m], const float cc[restrict m][m]) {
  for (int i = 1; i < m; i++) {
    for (int j = 1; j < m; j++) aa[j][i] = aa[j - 1][i] + cc[j][i];
    for (int j = 1; j < m; j++) bb[i][j] = bb[i - 1][j] + cc[i][j];
  }
}
void imperfect_nest(int m, float a[restrict m], const float b[restrict m], const float c[restrict m],
                    float aa[restrict m][m], const float bb[restrict m][m]) {
  for (int i = 0; i < m; i++) {
    a[i] += b[i] * c[i];
    for (int j = 1; j < m; j++) aa[j][i] = aa[j - 1][i] + bb[j][i] * a[i];
  }
}
void old_and_new(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                 const float d[restrict n]) {
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] * c[i] * d[i];
    b[i] = a[i] * a[i + 1] * d[i];
  }
}
//! values=0..0.001 s=0.001 t=0.002 tolerance=0.01
void sum_of_many(int n, float s, float t, float a[restrict n], const float b[restrict n], const float c[restrict n],
                 const float d[restrict n]) {
  for (int i = 1; i < n; i++) a[i] = a[i - 1] + s + t + b[i] + c[i] + d[i];
}
void written_twice(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                   const float d[restrict n], const float e[restrict n]) {
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] + c[i] * d[i];
    b[i] = a[i] + d[i] * e[i];
    a[i] = b[i] + a[i + 1] * d[i];
  }
}
void written_ahead(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                   const float e[restrict n]) {
  for (int i = 0; i < n - 1; i++) {
    a[i + 1] = b[i] + e[i];
    a[i] = b[i] + c[i];
  }
}
void sums_of_neighbours(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                        float d[restrict n]) {
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] + c[i] * c[i] + b[i] * b[i] + c[i];
    d[i] = a[i] + a[i + 1];
  }
}
void wavefront(int m, float aa[restrict m][m]) {
  for (int j = 1; j < m; j++)
    for (int i = 1; i < m; i++) aa[j][i] = (aa[j][i - 1] + aa[j - 1][i]) / 2.1f;
}
void unit_matrix(int m, float aa[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) aa[i][j] = 0;
    aa[i][i] = 1;
  }
}
void unit_by_columns(int m, float aa[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) aa[j][i] = 0;
    aa[i][i] = 1;
  }
}
//! m=2048
void along_the_diagonal(int m, float aa[restrict m][m], const float bb[restrict m][m], const float cc[restrict m][m]) {
#pragma omp parallel for simd
  for (int i = 0; i < m; i++) aa[i][i] += bb[i][i] * cc[i][i];
}

// ---- scalars and arrays that are expanded

void square_of_a_name(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                      const float d[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    float r = b[i] + c[i] * d[i];
    a[i] = r * r;
  }
}
void exchange(int n, float a[restrict n], float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    float r = a[i];
    a[i] = b[i];
    b[i] = r;
  }
}
void value_of_before(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                     const float d[restrict n], const float e[restrict n]) {
  float r = 0;
  for (int i = 0; i < n; i++) {
    a[i] = r * e[i];
    r = b[i] + c[i];
    b[i] = a[i] + d[i];
  }
}
void three_statements(int n, float a[restrict n], float b[restrict n], const float c[restrict n], float d[restrict n],
                      const float e[restrict n]) {
  for (int i = 0; i < n - 1; i++) {
    a[i + 1] = b[i] + c[i];
    b[i] = c[i] * e[i];
    d[i] = a[i] * e[i];
  }
}
void two_products(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
  float r = 0;
  for (int i = 0; i < n; i++) {
    float q = b[i] * c[i];
    a[i] = q + r;
    r = q;
  }
}
void where_greater(int n, float a[restrict n], const float b[restrict n], float c[restrict n],
                   const float d[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    if (a[i] > b[i]) {
      float r = a[i] - b[i] * d[i];
      c[i] += r;
      a[i] = r;
    }
}
void mean_of_two(int n, float a[restrict n], const float b[restrict n]) {
  float r = b[n - 1];
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + r) * 0.5f;
    r = b[i];
  }
}
void mean_of_three(int n, float a[restrict n], const float b[restrict n]) {
  int k = n - 1, l = n - 2;
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + b[k] + b[l]) * 0.333f;
    l = k;
    k = i;
  }
}
void work_row(int m, float a[restrict m], float cc[restrict m][m], const float bb[restrict m][m],
              const float d[restrict m]) {
  for (int i = 0; i < m; i++)
    for (int j = 1; j < m; j++) {
      a[j] = 1 - a[j - 1];
      cc[j][i] = a[j] + bb[j][i] * d[j];
    }
}
//! a=-1..1
void last_square(int n, const float a[restrict n], float b[restrict n], const float c[restrict n],
                 const float d[restrict n], float e[restrict n]) {
  float r = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > 0) r = d[i] * d[i];
    b[i] = r * c[i] + d[i];
    e[i] = (r + 1) * c[i];
  }
}
void two_names_in_turn(int n, float a[restrict n], const float b[restrict n], float c[restrict n],
                       const float d[restrict n]) {
  for (int i = 1; i < n; i++) {
    float r = a[i] + b[i];
    a[i] = r + c[i - 1];
    r = c[i] * d[i];
    c[i] = r;
  }
}

// ---- conditions

//! b=-1..1
void where_positive(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    if (b[i] > 0) a[i] += b[i] * c[i];
}
//! t=0.5
void where_at_least(int n, float t, float a[restrict n], float b[restrict n], const float c[restrict n],
                    const float d[restrict n], const float e[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    if (e[i] >= t) {
      a[i] += c[i] * d[i];
      b[i] += c[i] * c[i];
    }
}
//! a=-1..1
void test_of_the_result(int n, float a[restrict n], float b[restrict n], float c[restrict n], const float d[restrict n],
                        const float e[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    a[i] += d[i] * e[i];
    if (a[i] < 0) b[i] += d[i] * e[i];
    c[i] += a[i] * d[i];
  }
}
//! b=-1..1
void columns_under_a_test(int m, float aa[restrict m][m], const float b[restrict m], const float bb[restrict m][m],
                          const float cc[restrict m][m]) {
  for (int i = 0; i < m; i++)
    if (b[i] > 0)
      for (int j = 1; j < m; j++) aa[j][i] = aa[j - 1][i] + bb[j][i] * cc[j][i];
}
void columns_and_a_vector(int m, float a[restrict m], const float b[restrict m], float aa[restrict m][m],
                          const float bb[restrict m][m], const float cc[restrict m][m]) {
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) aa[j][i] += bb[j][i] * cc[j][i];
    a[i] = b[i] + a[i] * b[i];
  }
}
void two_ranges(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                const float d[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    if (i + 1 < n / 2)
      a[i] += b[i] * c[i];
    else
      a[i] += b[i] * d[i];
}
//! a=-1..1 b=0..2
void test_in_a_test(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                    const float d[restrict n], const float e[restrict n]) {
  for (int i = 0; i < n - 1; i++)
    if (a[i] < 0) {
      if (b[i] < 1) a[i] += c[i] * d[i];
      b[i + 1] = c[i] + d[i] * e[i];
    }
}
//! a=-1..1
void one_of_two_arrays(int n, float a[restrict n], float b[restrict n], float c[restrict n], const float d[restrict n],
                       const float e[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      c[i] = -c[i] + d[i] * e[i];
    else
      b[i] = -b[i] + d[i] * e[i];
    a[i] = b[i] + c[i] * d[i];
  }
}
//! a=-1..1
void three_branches(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    if (a[i] < -0.3f)
      a[i] += b[i] * c[i];
    else if (a[i] < 0.3f)
      a[i] += b[i] * b[i];
    else
      a[i] += c[i] * c[i];
}
void mirrored(int n, float a[restrict n], float b[restrict n], const float c[restrict n]) {
  for (int i = 0; i < n; i++) {
    float x = a[n - i - 1] + b[i] * c[i];
    a[i] = x - 1;
    b[i] = x;
  }
}
//! ip=0..4
void by_case(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
             const int ip[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) switch (ip[i]) {
      case 1:
        a[i] += b[i] * c[i];
        break;
      case 2:
        a[i] += b[i] * b[i];
        break;
      default:
        a[i] += c[i] * c[i];
    }
}
//! c=0..0.05 b=0.05..1
void until_greater(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
  for (int i = 0; i < n; i++) {
    a[i] += b[i] * c[i];
    if (c[i] > b[i]) break;
  }
}
//! a=-1..1
void skipped(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    if (a[i] > 0) continue;
    a[i] = b[i];
  }
}
void sine_and_cosine(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = sinf(b[i]) + cosf(c[i]);
}
void exponential(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = expf(-b[i] * b[i]);
}
void roots_and_quotients(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = sqrtf(b[i]) / (c[i] + 0.5f);
}

// ---- reductions and searches

float sum(int n, const float a[restrict n]) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
//! values=0.99999..1.00001 tolerance=0.01
float product(int n, const float a[restrict n]) {
  float s = 1;
#pragma omp parallel for simd reduction(* : s)
  for (int i = 0; i < n; i++) s *= a[i];
  return s;
}
float dot(int n, const float a[restrict n], const float b[restrict n]) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
float greatest(int n, const float a[restrict n]) {
  float m = a[0];
#pragma omp parallel for simd reduction(max : m)
  for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
  return m;
}
int place_of_greatest(int n, const float a[restrict n]) {
  float m = a[0];
  int at = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m) m = a[i], at = i;
  return at;
}
float greatest_magnitude(int n, const float a[restrict n]) {
  float m = 0;
#pragma omp parallel for simd reduction(max : m)
  for (int i = 0; i < n; i++) m = fabsf(a[i]) > m ? fabsf(a[i]) : m;
  return m;
}
//! step=3 a=-1..1
int place_with_stride(int n, int step, const float a[restrict n]) {
  float m = fabsf(a[0]);
  int at = 0;
  for (int i = 1; i < n / step; i++)
    if (fabsf(a[i * step]) > m) m = fabsf(a[i * step]), at = i;
  return at;
}
float sums_of_stores(int n, float a[restrict n], float b[restrict n], const float c[restrict n],
                     const float d[restrict n], const float e[restrict n]) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++) {
    a[i] = c[i] + d[i];
    s += a[i];
    b[i] = c[i] + e[i];
    s += b[i];
  }
  return s;
}
int place_in_matrix(int m, const float aa[restrict m][m]) {
  float best = aa[0][0];
  int row = 0, column = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      if (aa[i][j] > best) best = aa[i][j], row = i, column = j;
  return row * m + column;
}
//! a=-1..1
float sum_of_positive(int n, const float a[restrict n]) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    if (a[i] > 0) s += a[i];
  return s;
}
//! values=0..0.001
void running_sum(int n, const float a[restrict n], float b[restrict n]) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
}
//! b=0..0.5
void first_order(int n, float a[restrict n], const float b[restrict n]) {
  for (int i = 1; i < n; i++) a[i] += a[i - 1] * b[i];
}
//! b=0..0.4 c=0..0.4
void second_order(int n, float a[restrict n], const float b[restrict n], const float c[restrict n]) {
  for (int i = 2; i < n; i++) a[i] = a[i] + a[i - 1] * b[i] + a[i - 2] * c[i];
}
//! c=0..0.3
void coupled(int n, float a[restrict n], float b[restrict n], const float c[restrict n], const float d[restrict n],
             const float e[restrict n]) {
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] * 0.5f + c[i] * d[i];
    b[i] = a[i] + c[i] * e[i];
  }
}
//! a=-1..1
int last_negative(int n, const float a[restrict n]) {
  int at = -1;
  for (int i = 0; i < n; i++)
    if (a[i] < 0) at = i;
  return at;
}
//! t=2
int first_above(int n, float t, const float a[restrict n]) {
  int at = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > t) {
      at = i;
      break;
    }
  return at;
}
int packed(int n, float a[restrict n], const float b[restrict n]) {
  int j = -1;
  for (int i = 0; i < n; i++)
    if (b[i] > 0.5f) {
      j++;
      a[j] = b[i];
    }
  return j;
}
//! a=-1..1
void unpacked(int n, float a[restrict n], const float b[restrict n]) {
  int j = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > 0) {
      j++;
      a[i] = b[j];
    }
}
int packed_matrix(int m, float flat[restrict m * m], const float aa[restrict m][m], const float bb[restrict m][m]) {
  int k = -1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      if (bb[i][j] > 0.5f) {
        k++;
        flat[k] = aa[i][j];
      }
  return k;
}
void five_at_once(int n, float a[restrict n], const float b[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n - 5; i += 5) {
    a[i] += 2 * b[i];
    a[i + 1] += 2 * b[i + 1];
    a[i + 2] += 2 * b[i + 2];
    a[i + 3] += 2 * b[i + 3];
    a[i + 4] += 2 * b[i + 4];
  }
}
float dot_of_five(int n, const float a[restrict n], const float b[restrict n]) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n - 5; i += 5)
    s += a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3] + a[i + 4] * b[i + 4];
  return s;
}

// ---- places that arrays give

//! ip=places
float sparse_dot(int n, const float a[restrict n], const float b[restrict n], const int ip[restrict n]) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++) s += a[i] * b[ip[i]];
  return s;
}
//! ip=places
void gathered(int n, float a[restrict n], const float b[restrict n], const int ip[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] = b[ip[i]];
}
//! ip=places
void scattered(int n, float a[restrict n], const float b[restrict n], const int ip[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[ip[i]] = b[i];
}
//! ip=places
void gathered_and_scattered(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                            const int ip[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[ip[i]] = b[ip[i]] + c[i];
}
//! m=256 ip=0..256
void counted(int n, int m, int bins[restrict m], const int ip[restrict n]) {
  for (int i = 0; i < n; i++) bins[ip[i]] += 1;
}
//! ip=places
void reversed_places(int n, float a[restrict n], const float b[restrict n], const float c[restrict n],
                     const float d[restrict n], const int ip[restrict n]) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    int r = ip[i];
    a[i] = b[i] + c[n - 1 - r] * d[i];
  }
}
//! ip=0..1000000
int or_of_all(int n, const int ip[restrict n]) {
  int w = 0;
#pragma omp parallel for simd reduction(| : w)
  for (int i = 0; i < n; i++) w |= ip[i];
  return w;
}
