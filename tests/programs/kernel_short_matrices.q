% Small matrices and rows in kernels: the functions of the library run on them as on any array, and the built-in ones arrange
% them. Each result is that of the host, or known in closed form.
A = [[4.,1,0],[1,3,1],[0,1,2]]
v = [1.,2,3]
y = zeros(2,9)

function [] = __kernel__ solved(y : mat, A : mat(3,3), v : vec3, pos : int)
    B = inv(A)
    y[pos,0..8] = 18*reshape(B, [1,9])
    if pos == 1
        w = solve(A, v)
        y[pos,0..2] = 9*transpose(w)
        y[pos,3] = det(A)
        y[pos,4] = trace(A)
        y[pos,5..7] = diag(A)
        y[pos,8] = rank(A)
    end
end
parallel_do(2, y, A, v, solved)
for k=0..1
    printf("%.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f\n", y[k,0], y[k,1], y[k,2], y[k,3], y[k,4], y[k,5], y[k,6], y[k,7], y[k,8])
end
% expect: 5.000 -2.000 1.000 -2.000 8.000 -4.000 1.000 -4.000 11.000
% expect: 2.000 1.000 13.000 18.000 9.000 4.000 3.000 2.000 3.000

% eigenvalues 3 and 3 -+ sqrt(3), which are the singular values too
function [] = __kernel__ spectra(y : mat, A : mat(3,3), pos : int)
    [u, s, w] = svd(A)
    e = symeig(A)
    [q, r] = qr(A)
    z = u*s*transpose(w) - A
    y[pos,0..2] = e
    y[pos,3..5] = diag(s)
    y[pos,6] = cond(A) - s[0,0]/s[2,2]
    y[pos,7] = max(abs(z)) < 0.00001
    y[pos,8] = max(abs(q*r - A)) < 0.00001
end
parallel_do(1, y, A, spectra)
printf("%.4f %.4f %.4f %.4f %.4f %.4f %.4f %d %d\n", y[0,0], y[0,1], y[0,2], y[0,3], y[0,4], y[0,5], y[0,6], y[0,7], y[0,8])
% expect: 1.2679 3.0000 4.7321 4.7321 3.0000 1.2679 0.0000 1 1

% the same bits as outside
r = zeros(1,9)
function [] = __kernel__ arranged(r : mat, A : mat(3,3), v : vec3, pos : int)
    r[0,0..2] = mean(A,0) + sum(A,0).*max(A,[],0)
    r[0,3..5] = linspace(v[0]/3, v[2], 3)
    r[0,6] = sum(kron(A,v))
    r[0,7] = factorial(pos+6)
    r[0,8] = min(prod(A+1,1))
end
parallel_do(1, r, A, v, arranged)
h = horzcat(mean(A,0) + sum(A,0).*max(A,[],0), linspace(v[0]/3, v[2], 3), sum(kron(A,v)), factorial(6), min(prod(A+1,1)))
print all(h == r), " ", r[0,7]
% expect: 1 720

function [] = __kernel__ moved(r : cube, A : mat(3,3), v : vec3, pos : int)
    r[:,:,0] = circshift(A, [1,-1])
    r[:,:,1] = flipud(fliplr(A))
    r[:,:,2] = vertcat(v, 2*v, v+1)
    r[:,:,3] = horzcat(A[:,0..1], transpose(v))
    r[:,:,4] = repmat(v, [3,1]) - transpose(v)
    r[:,:,5] = A .* transpose(v) + v
end
R = zeros(3,3,6)
parallel_do(1, R, A, v, moved)
print any(R[:,:,0] != circshift(A,[1,-1])), any(R[:,:,1] != flipud(fliplr(A))), any(R[:,:,2] != vertcat(v,2*v,v+1)), any(R[:,:,3] != horzcat(A[:,0..1],transpose(v))), any(R[:,:,4] != repmat(v,[3,1])-transpose(v)), any(R[:,:,5] != A.*transpose(v)+v)
% expect: 000000
print R[:,:,5]
% expect: [5,3,3]
% expect: [3,8,5]
% expect: [1,5,9]

% Two matrices that do not fit
parallel_do(1, __kernel__ (pos : int) -> y[0,pos] = sum([1.,2,3] + [1.,2]))
% error Q0302 at 74:57
