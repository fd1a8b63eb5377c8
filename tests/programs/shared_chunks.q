% Columns of few chunks, which several threads of a host share: the sums have the bits of a column that is summed alone,
% whatever the number of threads.
function x = filled(n, m)
    x = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            k = and(i*40503 + j*69069 + 12345, 65535)
            x[i,j] = (k - 30000)*0.0137 + 1.0/(k + 1)
        end
    end
end

function [s, most, k, both] = column_alone(x : mat, j : int)
    s = 0.5
    most = -inf
    k = 0
    a = 0.0
    b = 0.0
    for i=0..size(x,0)-1
        s += x[i,j]
        most = max(most, x[i,j])
        k += x[i,j] > 0
    end
    for i=0..size(x,0)-1
        a += x[i,j]
        b += x[i,j]*x[i,j]
    end
    both = a - b
end

function wrong = differences(n, m)
    wrong = 0
    x = filled(n, m)
    s = 0.5*ones(m)
    most = -inf*ones(m)
    k = vec[int](m)
    for i=0..n-1
        for j=0..m-1
            s[j] += x[i,j]
        end
    end
    for i=0..n-1
        for j=0..m-1
            most[j] = max(most[j], x[i,j])
            k[j] += x[i,j] > 0
        end
    end
    both = zeros(m)
    for j=0..m-1
        a = 0.0
        b = 0.0
        for i=0..n-1
            a += x[i,j]
            b += x[i,j]*x[i,j]
        end
        both[j] = a - b
    end
    {!interpreted for}
    for j=0..max(1, int(m/5))..m-1
        [s_j, most_j, k_j, both_j] = column_alone(x, j)
        if s[j] != s_j || most[j] != most_j || k[j] != k_j || both[j] != both_j
            wrong += 1
        end
    end
end

wrong = differences(8193, 400) + differences(8200, 130) + differences(20000, 3) + differences(5000, 65) +
        differences(8192, 64) + differences(16500, 70) + differences(2500, 257) + differences(600, 500) +
        differences(9000, 12)
print wrong, " differ"
% expect: 0 differ
