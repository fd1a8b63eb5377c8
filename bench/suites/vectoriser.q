% Loops as suites for vectorising compilers have them: bench/suites.py calls each beside the function of its name in
% vectoriser.c. Parameters are those of its name there.

% ---- linear dependence

function [] = add_one(a : vec, b : vec)
    for i = 0..numel(a)-1
        a[i] = b[i] + 1
    end
end
function [] = odd_from_even(a : vec, b : vec)
    for i = 1..2..numel(a)-1
        a[i] = a[i-1] + b[i]
    end
end
function [] = every_second(a : vec, b : vec, c : vec, d : vec)
    for i = 0..int(numel(a)/2)-1
        a[2*i] = c[i]*b[i] + d[i]*b[i] + c[i]*c[i] + d[i]*c[i]
    end
end
function [] = shift_up(a : vec, b : vec)
    for i = numel(a)-2..-1..0
        a[i+1] = a[i] + b[i]
    end
end
function [] = from_the_next(a : vec, b : vec)
    for i = 0..numel(a)-2
        a[i] = a[i+1] + b[i]
    end
end
function [] = to_the_first(a : vec, b : vec)
    for i = 1..numel(a)-1
        a[i] = a[0] + b[i]
    end
end
function [] = to_the_middle(a : vec, b : vec)
    h = int(numel(a)/2)
    for i = 0..numel(a)-1
        a[i] = a[h] + b[i]
    end
end
function [] = lower_from_upper(aa : mat, bb : mat)
    for i = 0..size(aa,0)-1
        for j = 0..i-1
            aa[i,j] = aa[j,i] + bb[i,j]
        end
    end
end
function [] = substitution(a : vec, aa : mat)
    for j = 0..numel(a)-1
        for i = j+1..numel(a)-1
            a[i] -= aa[j,i]*a[j]
        end
    end
end
function [] = transposed_factor(aa : mat, bb : mat, cc : mat)
    for i = 0..size(aa,0)-1
        for j = 0..size(aa,1)-1
            aa[i,j] = aa[i,j]*cc[j,i] + bb[i,j]
        end
    end
end
function [] = five_products(a : vec)
    for i = 0..5..numel(a)-6
        a[i] = a[i+1]*a[i]
        a[i+1] = a[i+2]*a[i+1]
        a[i+2] = a[i+3]*a[i+2]
        a[i+3] = a[i+4]*a[i+3]
        a[i+4] = a[i+5]*a[i+4]
    end
end
function [] = own_past(a : vec, bb : mat)
    for i = 1..numel(a)-1
        for j = 0..i-1
            a[i] += bb[j,i]*a[i-j-1]
        end
    end
end
function [] = down_the_diagonal(aa : mat, bb : mat)
    for i = 1..size(aa,0)-1
        for j = 1..size(aa,1)-1
            aa[i,j] = aa[i-1,j-1] + bb[i,j]
        end
    end
end
function [] = down_the_rows(aa : mat, bb : mat)
    for i = 1..size(aa,0)-1
        for j = 0..size(aa,1)-1
            aa[i,j] = aa[i-1,j] + bb[i,j]
        end
    end
end

% ---- induction variables

function [] = counted_backwards(a : vec, b : vec)
    n = numel(a)
    k = 0
    for i = 0..n-1
        k += 1
        a[i] += b[n-k]
    end
end
function [] = one_or_two(a : vec, b : vec, c : vec, d : vec, e : vec)
    j = -1
    for i = 0..int(numel(a)/2)-1
        j += 1
        a[j] = b[i] + d[i]*e[i]
        if c[i] > 0
            j += 1
            a[j] = c[i] + d[i]*e[i]
        end
    end
end
function [] = one_either_way(a : vec, b : vec, c : vec, d : vec, e : vec)
    j = -1
    for i = 0..numel(a)-1
        if b[i] > 0.5
            j += 1
            a[j] = b[i] + d[i]*e[i]
        else
            j += 1
            a[j] = c[i] + d[i]*e[i]
        end
    end
end
function [] = flattened(flat : vec, aa : mat, bb : mat, cc : mat)
    k = -1
    for i = 0..size(aa,0)-1
        for j = 0..size(aa,1)-1
            k += 1
            flat[k] = aa[i,j] + bb[i,j]*cc[i,j]
        end
    end
end
function [] = column_by_column(bb : mat, flat : vec, cc : mat)
    k = 1
    for i = 0..size(bb,1)-1
        for j = 1..size(bb,0)-1
            bb[j,i] = bb[j-1,i] + flat[k-1]*cc[j,i]
            k += 1
        end
        k += 1
    end
end
function [] = two_a_step(a : vec, b : vec, c : vec, d : vec, e : vec)
    j = -1
    for i = 0..int(numel(a)/2)-1
        j += 1
        a[j] = b[i] + c[i]*d[i]
        j += 1
        a[j] = b[i] + d[i]*e[i]
    end
end
function [] = even_then_odd(a : vec, b : vec, c : vec, d : vec)
    j = -1
    for i = 0..int(numel(a)/2)-1
        k = j + 1
        a[i] = b[k] - d[i]
        j = k + 1
        b[k] = a[i] + c[k]
    end
end
function [] = growing_factor(a : vec, b : vec)
    s = 0.0
    for i = 0..numel(a)-1
        s += 2
        a[i] = s*b[i]
    end
end
function [] = counter_as_factor(a : vec, b : vec, c : vec)
    for i = 0..numel(a)-1
        a[i] = b[i] + c[i]*(i+1)
    end
end
function [] = half_the_index(a : vec, b : vec, c : vec, d : vec)
    for i = 0..numel(a)-1
        a[i] = b[i] + c[int(i/2)]*d[i]
    end
end
function [] = reversed(a : vec, b : vec)
    n = numel(a)
    for i = 0..n-1
        a[n-1-i] = b[i]
    end
end

% ---- flow of values and names for extents

function [] = stored_and_used(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-1
        b[i] = d[i]*e[i]
        a[i] += b[i]*c[i]
    end
end
function [] = branches_reach_over(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-2
        if b[i] < 0.5
            a[i] = c[i] + d[i]*e[i]
        else
            c[i+1] = a[i] + d[i]*d[i]
        end
    end
end
function [] = branches_apart(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-1
        if c[i] < 0
            b[i] = a[i] + d[i]*d[i]
        else
            a[i] = c[i] + d[i]*e[i]
        end
    end
end
function [] = from_k_ahead(k : int, a : vec, b : vec, c : vec)
    for i = 0..numel(a)-k-1
        a[i] = a[i+k] + b[i]*c[i]
    end
end
function [] = step_by_name(step : int, a : vec, b : vec)
    for i = 0..step..numel(a)-1
        a[i] += b[i]
    end
end
function [] = upper_half(a : vec, b : vec)
    h = int(numel(a)/2)
    for i = 0..h-1
        a[i+h] = a[i] + b[i]
    end
end
function [] = sliding_products(a : vec, b : vec, c : vec)
    m = numel(a)
    for j = 0..m-1
        for i = 0..m-1
            a[i] += b[i+m-j-1]*c[j]
        end
    end
end
function [] = row_from_row(j : int, k : int, aa : mat, b : vec, c : vec)
    for i = 1..size(aa,1)-1
        aa[j,i] = aa[k,i-1] + b[i]*c[1]
    end
end

% ---- order of statements and loops

function [] = to_be_reordered(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 1..numel(a)-2
        a[i] = b[i-1] + c[i]*d[i]
        b[i] = b[i+1] - e[i]*d[i]
    end
end
function [] = to_be_distributed(a : vec, b : vec, c : vec, d : vec)
    for i = 0..numel(a)-2
        a[i] *= c[i]
        b[i] += a[i+1]*d[i]
    end
end
function [] = each_from_the_other(a : vec, b : vec, c : vec, d : vec)
    for i = 1..numel(a)-2
        a[i] = b[i-1] + c[i]
        b[i] = a[i+1]*d[i]
    end
end
function [] = sum_behind_an_update(a : vec, b : vec, c : vec, d : vec)
    for i = 1..numel(a)-1
        a[i] += c[i]*d[i]
        b[i] = b[i-1] + a[i] + d[i]
    end
end
function [] = four_behind(b : vec, a : vec)
    for i = 4..numel(b)-1
        b[i] = b[i-4]*0.5 + a[i]
    end
end
function [] = middle_recurrence(a : vec, b : vec, c : vec, e : vec)
    for i = 1..numel(a)-1
        a[i] += b[i]*c[i]
        e[i] = e[i-1]*e[i-1] + 0.1
        a[i] -= b[i]*c[i]*e[i]
    end
end
function [] = sums_of_columns(aa : mat, bb : mat)
    for i = 0..size(aa,1)-1
        for j = 1..size(aa,0)-1
            aa[j,i] = aa[j-1,i] + bb[j,i]
        end
    end
end
function [] = squares_in_rows(aa : mat, bb : mat)
    for j = 1..size(aa,0)-1
        for i = 1..j
            aa[j,i] = aa[j,i-1]*aa[j,i-1]*0.1 + bb[j,i]
        end
    end
end
function [] = triangle_by_columns(aa : mat, bb : mat, cc : mat)
    for j = 0..size(aa,1)-1
        for i = j..size(aa,0)-1
            aa[i,j] = bb[i,j] + cc[i,j]
        end
    end
end
function [] = column_and_row(aa : mat, bb : mat, cc : mat)
    m = size(aa,0)
    for i = 1..m-1
        for j = 1..m-1
            aa[j,i] = aa[j-1,i] + cc[j,i]
        end
        for j = 1..m-1
            bb[i,j] = bb[i-1,j] + cc[i,j]
        end
    end
end
function [] = imperfect_nest(a : vec, b : vec, c : vec, aa : mat, bb : mat)
    for i = 0..numel(a)-1
        a[i] += b[i]*c[i]
        for j = 1..size(aa,0)-1
            aa[j,i] = aa[j-1,i] + bb[j,i]*a[i]
        end
    end
end
function [] = old_and_new(a : vec, b : vec, c : vec, d : vec)
    for i = 0..numel(a)-2
        a[i] = b[i]*c[i]*d[i]
        b[i] = a[i]*a[i+1]*d[i]
    end
end
function [] = sum_of_many(s : scalar, t : scalar, a : vec, b : vec, c : vec, d : vec)
    for i = 1..numel(a)-1
        a[i] = a[i-1] + s + t + b[i] + c[i] + d[i]
    end
end
function [] = written_twice(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-2
        a[i] = b[i] + c[i]*d[i]
        b[i] = a[i] + d[i]*e[i]
        a[i] = b[i] + a[i+1]*d[i]
    end
end
function [] = written_ahead(a : vec, b : vec, c : vec, e : vec)
    for i = 0..numel(a)-2
        a[i+1] = b[i] + e[i]
        a[i] = b[i] + c[i]
    end
end
function [] = sums_of_neighbours(a : vec, b : vec, c : vec, d : vec)
    for i = 0..numel(a)-2
        a[i] = b[i] + c[i]*c[i] + b[i]*b[i] + c[i]
        d[i] = a[i] + a[i+1]
    end
end
function [] = wavefront(aa : mat)
    for j = 1..size(aa,0)-1
        for i = 1..size(aa,1)-1
            aa[j,i] = (aa[j,i-1] + aa[j-1,i])/2.1
        end
    end
end
function [] = unit_matrix(aa : mat)
    for i = 0..size(aa,0)-1
        for j = 0..size(aa,1)-1
            aa[i,j] = 0
        end
        aa[i,i] = 1
    end
end
function [] = unit_by_columns(aa : mat)
    for i = 0..size(aa,0)-1
        for j = 0..size(aa,1)-1
            aa[j,i] = 0
        end
        aa[i,i] = 1
    end
end
function [] = along_the_diagonal(aa : mat, bb : mat, cc : mat)
    for i = 0..size(aa,0)-1
        aa[i,i] += bb[i,i]*cc[i,i]
    end
end

% ---- scalars and arrays that are expanded

function [] = square_of_a_name(a : vec, b : vec, c : vec, d : vec)
    for i = 0..numel(a)-1
        r = b[i] + c[i]*d[i]
        a[i] = r*r
    end
end
function [] = exchange(a : vec, b : vec)
    for i = 0..numel(a)-1
        r = a[i]
        a[i] = b[i]
        b[i] = r
    end
end
function [] = value_of_before(a : vec, b : vec, c : vec, d : vec, e : vec)
    r = 0.0
    for i = 0..numel(a)-1
        a[i] = r*e[i]
        r = b[i] + c[i]
        b[i] = a[i] + d[i]
    end
end
function [] = three_statements(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-2
        a[i+1] = b[i] + c[i]
        b[i] = c[i]*e[i]
        d[i] = a[i]*e[i]
    end
end
function [] = two_products(a : vec, b : vec, c : vec)
    r = 0.0
    for i = 0..numel(a)-1
        q = b[i]*c[i]
        a[i] = q + r
        r = q
    end
end
function [] = where_greater(a : vec, b : vec, c : vec, d : vec)
    for i = 0..numel(a)-1
        if a[i] > b[i]
            r = a[i] - b[i]*d[i]
            c[i] += r
            a[i] = r
        end
    end
end
function [] = mean_of_two(a : vec, b : vec)
    r = b[numel(a)-1]
    for i = 0..numel(a)-1
        a[i] = (b[i] + r)*0.5
        r = b[i]
    end
end
function [] = mean_of_three(a : vec, b : vec)
    k = numel(a) - 1
    l = numel(a) - 2
    for i = 0..numel(a)-1
        a[i] = (b[i] + b[k] + b[l])*0.333
        l = k
        k = i
    end
end
function [] = work_row(a : vec, cc : mat, bb : mat, d : vec)
    for i = 0..size(cc,1)-1
        for j = 1..size(cc,0)-1
            a[j] = 1 - a[j-1]
            cc[j,i] = a[j] + bb[j,i]*d[j]
        end
    end
end
function [] = last_square(a : vec, b : vec, c : vec, d : vec, e : vec)
    r = 0.0
    for i = 0..numel(a)-1
        if a[i] > 0
            r = d[i]*d[i]
        end
        b[i] = r*c[i] + d[i]
        e[i] = (r+1)*c[i]
    end
end
function [] = two_names_in_turn(a : vec, b : vec, c : vec, d : vec)
    for i = 1..numel(a)-1
        r = a[i] + b[i]
        a[i] = r + c[i-1]
        r = c[i]*d[i]
        c[i] = r
    end
end

% ---- conditions

function [] = where_positive(a : vec, b : vec, c : vec)
    for i = 0..numel(a)-1
        if b[i] > 0
            a[i] += b[i]*c[i]
        end
    end
end
function [] = where_at_least(t : scalar, a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-1
        if e[i] >= t
            a[i] += c[i]*d[i]
            b[i] += c[i]*c[i]
        end
    end
end
function [] = test_of_the_result(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-1
        a[i] += d[i]*e[i]
        if a[i] < 0
            b[i] += d[i]*e[i]
        end
        c[i] += a[i]*d[i]
    end
end
function [] = columns_under_a_test(aa : mat, b : vec, bb : mat, cc : mat)
    for i = 0..size(aa,1)-1
        if b[i] > 0
            for j = 1..size(aa,0)-1
                aa[j,i] = aa[j-1,i] + bb[j,i]*cc[j,i]
            end
        end
    end
end
function [] = columns_and_a_vector(a : vec, b : vec, aa : mat, bb : mat, cc : mat)
    for i = 0..size(aa,1)-1
        for j = 0..size(aa,0)-1
            aa[j,i] += bb[j,i]*cc[j,i]
        end
        a[i] = b[i] + a[i]*b[i]
    end
end
function [] = two_ranges(a : vec, b : vec, c : vec, d : vec)
    h = int(numel(a)/2)
    for i = 0..numel(a)-1
        if i+1 < h
            a[i] += b[i]*c[i]
        else
            a[i] += b[i]*d[i]
        end
    end
end
function [] = test_in_a_test(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-2
        if a[i] < 0
            if b[i] < 1
                a[i] += c[i]*d[i]
            end
            b[i+1] = c[i] + d[i]*e[i]
        end
    end
end
function [] = one_of_two_arrays(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 0..numel(a)-1
        if a[i] > 0
            c[i] = -c[i] + d[i]*e[i]
        else
            b[i] = -b[i] + d[i]*e[i]
        end
        a[i] = b[i] + c[i]*d[i]
    end
end
function [] = three_branches(a : vec, b : vec, c : vec)
    for i = 0..numel(a)-1
        if a[i] < -0.3
            a[i] += b[i]*c[i]
        elseif a[i] < 0.3
            a[i] += b[i]*b[i]
        else
            a[i] += c[i]*c[i]
        end
    end
end
function [] = mirrored(a : vec, b : vec, c : vec)
    n = numel(a)
    for i = 0..n-1
        x = a[n-i-1] + b[i]*c[i]
        a[i] = x - 1
        b[i] = x
    end
end
function [] = by_case(a : vec, b : vec, c : vec, ip : vec[int32])
    for i = 0..numel(a)-1
        match ip[i] with
        | 1 -> a[i] += b[i]*c[i]
        | 2 -> a[i] += b[i]*b[i]
        | _ -> a[i] += c[i]*c[i]
        end
    end
end
function [] = until_greater(a : vec, b : vec, c : vec)
    for i = 0..numel(a)-1
        a[i] += b[i]*c[i]
        if c[i] > b[i]
            break
        end
    end
end
function [] = skipped(a : vec, b : vec)
    for i = 0..numel(a)-1
        if a[i] > 0
            continue
        end
        a[i] = b[i]
    end
end
function [] = sine_and_cosine(a : vec, b : vec, c : vec)
    for i = 0..numel(a)-1
        a[i] = sin(b[i]) + cos(c[i])
    end
end
function [] = exponential(a : vec, b : vec)
    for i = 0..numel(a)-1
        a[i] = exp(-b[i]*b[i])
    end
end
function [] = roots_and_quotients(a : vec, b : vec, c : vec)
    for i = 0..numel(a)-1
        a[i] = sqrt(b[i])/(c[i] + 0.5)
    end
end

% ---- reductions and searches

function s = sum(a : vec)
    s = 0.0
    for i = 0..numel(a)-1
        s += a[i]
    end
end
function s = product(a : vec)
    s = 1.0
    for i = 0..numel(a)-1
        s *= a[i]
    end
end
function s = dot(a : vec, b : vec)
    s = 0.0
    for i = 0..numel(a)-1
        s += a[i]*b[i]
    end
end
function m = greatest(a : vec)
    m = a[0]
    for i = 0..numel(a)-1
        if a[i] > m
            m = a[i]
        end
    end
end
function at = place_of_greatest(a : vec)
    m = a[0]
    at = 0
    for i = 0..numel(a)-1
        if a[i] > m
            m = a[i]
            at = i
        end
    end
end
function m = greatest_magnitude(a : vec)
    m = 0.0
    for i = 0..numel(a)-1
        m = max(m, abs(a[i]))
    end
end
function at = place_with_stride(step : int, a : vec)
    m = abs(a[0])
    at = 0
    for i = 1..int(numel(a)/step)-1
        if abs(a[i*step]) > m
            m = abs(a[i*step])
            at = i
        end
    end
end
function s = sums_of_stores(a : vec, b : vec, c : vec, d : vec, e : vec)
    s = 0.0
    for i = 0..numel(a)-1
        a[i] = c[i] + d[i]
        s += a[i]
        b[i] = c[i] + e[i]
        s += b[i]
    end
end
function place = place_in_matrix(aa : mat)
    best = aa[0,0]
    row = 0
    column = 0
    for i = 0..size(aa,0)-1
        for j = 0..size(aa,1)-1
            if aa[i,j] > best
                best = aa[i,j]
                row = i
                column = j
            end
        end
    end
    place = row*size(aa,1) + column
end
function s = sum_of_positive(a : vec)
    s = 0.0
    for i = 0..numel(a)-1
        if a[i] > 0
            s += a[i]
        end
    end
end
function [] = running_sum(a : vec, b : vec)
    s = 0.0
    for i = 0..numel(a)-1
        s += a[i]
        b[i] = s
    end
end
function [] = first_order(a : vec, b : vec)
    for i = 1..numel(a)-1
        a[i] += a[i-1]*b[i]
    end
end
function [] = second_order(a : vec, b : vec, c : vec)
    for i = 2..numel(a)-1
        a[i] = a[i] + a[i-1]*b[i] + a[i-2]*c[i]
    end
end
function [] = coupled(a : vec, b : vec, c : vec, d : vec, e : vec)
    for i = 1..numel(a)-1
        a[i] = b[i-1]*0.5 + c[i]*d[i]
        b[i] = a[i] + c[i]*e[i]
    end
end
function at = last_negative(a : vec)
    at = -1
    for i = 0..numel(a)-1
        if a[i] < 0
            at = i
        end
    end
end
function at = first_above(t : scalar, a : vec)
    at = -1
    for i = 0..numel(a)-1
        if a[i] > t
            at = i
            break
        end
    end
end
function j = packed(a : vec, b : vec)
    j = -1
    for i = 0..numel(a)-1
        if b[i] > 0.5
            j += 1
            a[j] = b[i]
        end
    end
end
function [] = unpacked(a : vec, b : vec)
    j = -1
    for i = 0..numel(a)-1
        if a[i] > 0
            j += 1
            a[i] = b[j]
        end
    end
end
function k = packed_matrix(flat : vec, aa : mat, bb : mat)
    k = -1
    for i = 0..size(aa,0)-1
        for j = 0..size(aa,1)-1
            if bb[i,j] > 0.5
                k += 1
                flat[k] = aa[i,j]
            end
        end
    end
end
function [] = five_at_once(a : vec, b : vec)
    for i = 0..5..numel(a)-6
        a[i] += 2*b[i]
        a[i+1] += 2*b[i+1]
        a[i+2] += 2*b[i+2]
        a[i+3] += 2*b[i+3]
        a[i+4] += 2*b[i+4]
    end
end
function s = dot_of_five(a : vec, b : vec)
    s = 0.0
    for i = 0..5..numel(a)-6
        s += a[i]*b[i] + a[i+1]*b[i+1] + a[i+2]*b[i+2] + a[i+3]*b[i+3] + a[i+4]*b[i+4]
    end
end

% ---- places that arrays give

function s = sparse_dot(a : vec, b : vec, ip : vec[int32])
    s = 0.0
    for i = 0..numel(a)-1
        s += a[i]*b[ip[i]]
    end
end
function [] = gathered(a : vec, b : vec, ip : vec[int32])
    for i = 0..numel(a)-1
        a[i] = b[ip[i]]
    end
end
function [] = scattered(a : vec, b : vec, ip : vec[int32])
    for i = 0..numel(a)-1
        a[ip[i]] = b[i]
    end
end
function [] = gathered_and_scattered(a : vec, b : vec, c : vec, ip : vec[int32])
    for i = 0..numel(a)-1
        a[ip[i]] = b[ip[i]] + c[i]
    end
end
function [] = counted(bins : vec[int32], ip : vec[int32])
    for i = 0..numel(ip)-1
        bins[ip[i]] += 1
    end
end
function [] = reversed_places(a : vec, b : vec, c : vec, d : vec, ip : vec[int32])
    n = numel(a)
    for i = 0..n-1
        r = ip[i]
        a[i] = b[i] + c[n-1-r]*d[i]
    end
end
function w = or_of_all(ip : vec[int32])
    w = 0
    for i = 0..numel(ip)-1
        w = or(w, ip[i])
    end
end
