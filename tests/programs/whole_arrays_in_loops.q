% Arrays around a loop that it computes with as a whole: what they give inside is what they give outside, in loops, functions and kernels.

function r = __device__ normalised(x : mat, h : mat, m : int, n : int)
    r = x[m,n]/sum(h)
end

function [] = __kernel__ weigh(x : mat, h : mat, y : mat, pos : ivec2)
    y[pos] = x[pos]*max(h) - mean(h)
end

function D = dct_matrix(n : int)
    D = zeros(n, n)
    for k=0..n-1
        for m=0..n-1
            D[k,m] = (k == 0 ? sqrt(1/n) : sqrt(2/n))*cos(pi*(2*m + 1)*k/(2*n))
        end
    end
end

% Blocks of 8 x 8: transform, round, transform back.
function y = coded(x : mat, D : mat, Q : mat)
    y = zeros(size(x))
    for m=0..8..size(x,0)-1
        for n=0..8..size(x,1)-1
            C = D*x[m..m+7,n..n+7]*transpose(D)
            y[m..m+7,n..n+7] = transpose(D)*(round(C./Q).*Q)*D
        end
    end
end

function [] = main()
    for n=[3,8]
        A = zeros(n, n)
        for i=0..n-1
            for j=0..n-1
                A[i,j] = mod(7*i*i + 3*j + 5, 11)/4.0 + (i == j ? 3 : 0)
            end
        end
        y = zeros(40, 12)
        for k=0..39
            y[k,0] = sum(A)/numel(A) + k
            y[k,1] = mean(A) - max(A)*k
            B = transpose(A)
            y[k,2] = B[0,mod(k,n)]
            B = A.*A - k
            y[k,3] = B[1,1]
            y[k,4] = sum((A - k).^2)
            B = A*A
            y[k,5] = B[n-1,mod(k,n)]
            y[k,6] = det(A) + k
            B = inv(A)
            y[k,7] = B[mod(k,n),0]
            y[k,8] = sqrt(sum(A.*A)) + std(A)
            y[k,9] = sum(int(A)) + sum(int(A/2)) + sum(floor(A)) + k
            B = exp(-A)
            y[k,10] = B[mod(k,n),1]
            y[k,11] = sum(A > k/10) + any(A > 5)
        end
        z = zeros(40, 12)
        T = transpose(A)
        P = A*A
        V = inv(A)
        E = exp(-A)
        s = sum(A)/numel(A)
        a = mean(A)
        b = max(A)
        d = det(A)
        f = sqrt(sum(A.*A)) + std(A)
        g = sum(int(A)) + sum(int(A/2)) + sum(floor(A))
        {!interpreted for}
        for k=0..39
            z[k,:] = [s + k, a - b*k, T[0,mod(k,n)], A[1,1]*A[1,1] - k, sum((A - k).^2), P[n-1,mod(k,n)], d + k, V[mod(k,n),0], f, g + k, E[mod(k,n),1], sum(A > k/10) + any(A > 5)]
        end
        % expect: 3 0 0 0 0 0 0 0 0 0 0 0 0
        % expect: 0
        % expect: 8 0 0 0 0 0 0 0 0 0 0 0 0
        % expect: 0
        print n, " ", join_numbers(max(abs(y - z), [], 0) > 0.00001*max(abs(z), [], 0))
        print sum(y[:,0..4] != z[:,0..4])
    end

    x = zeros(32, 24)
    for m=0..31
        for n=0..23
            x[m,n] = mod(m*m + 5*n, 17)
        end
    end
    h = reshape(1.0*(1..35), 5, 7)
    y = zeros(32, 24)
    for m=0..31
        for n=0..23
            y[m,n] = normalised(x, h, m, n)
        end
    end
    % expect: 0
    print sum(y != x/sum(h))
    parallel_do(size(y), x, h, y, weigh)
    % expect: 0
    print sum(y != x*35 - mean(h))

    D = dct_matrix(8)
    y = coded(x, D, 0.001*ones(8, 8))
    % expect: 1
    print max(abs(y - x)) < 0.01
end

function s = join_numbers(v)
    s = ""
    for k=0..numel(v)-1
        s = k == 0 ? sprintf("%d", v[k]) : sprintf("%s %d", s, v[k])
    end
end
