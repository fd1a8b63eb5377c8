% On the cuts of the complex functions the sign of a zero says from which side they are reached, as in C and NumPy.
function [] = show(name : string, z : cvec)
    printf("%s", name)
    for i = 0..numel(z)-1
        printf(" (%.4g,%.4g)", real(z[i]), imag(z[i]))
    end
    printf("\n")
end
function y : cvec = roots(re : vec, im : vec)
    y = czeros(numel(re))
    for i = 0..numel(re)-1
        y[i] = sqrt(complex(re[i], im[i]))
    end
end
function y : cvec = powers(re : vec, im : vec, b : cscalar)
    y = czeros(numel(re))
    for i = 0..numel(re)-1
        y[i] = complex(re[i], im[i])^b
    end
end
re = [-4.0, -4.0, -1.0, 9.0, 9.0, 0.0, -0.0, 0.0, 3.0, -3.0, -3.0]
im = [0.0, -0.0, -0.0, 0.0, -0.0, -0.0, 0.0, -2.0, -4.0, 4.0, -4.0]
z = complex(re, im)
show("sqrt", sqrt(z))
% expect: sqrt (0,2) (0,-2) (0,-1) (3,0) (3,-0) (0,-0) (0,0) (1,-1) (2,-1) (1,2) (1,-2)
show("loop", roots(re, im))
% expect: loop (0,2) (0,-2) (0,-1) (3,0) (3,-0) (0,-0) (0,0) (1,-1) (2,-1) (1,2) (1,-2)
s = sqrt(complex(-1.0, -0.0))
printf("%g %g\n", real(s), imag(s))
% expect: 0 -1
y = czeros(11)
parallel_do(11, __kernel__ (pos : int) -> y[pos] = sqrt(complex(re[pos], im[pos])))
show("kernel", y)
% expect: kernel (0,2) (0,-2) (0,-1) (3,0) (3,-0) (0,-0) (0,0) (1,-1) (2,-1) (1,2) (1,-2)
L = sqrt(repmat(reshape(z, 1, 11), 1000, 1))
print sum(imag(L[:,1])), " ", sum(imag(L[:,0])), " ", sum(real(L[:,3]))
% expect: -2000 2000 3000

show("log", log(z[0..2]))
% expect: log (1.386,3.142) (1.386,-3.142) (0,-3.142)
w = complex([2.0, 2.0, -2.0, -2.0], [0.0, -0.0, 0.0, -0.0])
show("asin", asin(w))
% expect: asin (1.571,1.317) (1.571,-1.317) (-1.571,1.317) (-1.571,-1.317)
show("acosh", acosh(-w))
% expect: acosh (1.317,-3.142) (1.317,3.142) (1.317,-0) (1.317,0)
show("atanh", atanh(w))
% expect: atanh (0.5493,1.571) (0.5493,-1.571) (-0.5493,1.571) (-0.5493,-1.571)
printf("pow %.4f %.4f\n", imag(w.^0.5)[2], imag(w.^0.5)[3])
% expect: pow 1.4142 -1.4142

% 0^b is 0 where the real part of b is positive, 1 for b = 0, otherwise no number.
n = complex([0.0, 0.0], [0.0, -0.0])
show("zero", [powers([0.0], [0.0], 0.5+2j)[0], (n.^0.5)[1], powers([0.0], [0.0], 0.0+0j)[0]])
% expect: zero (0,0) (0,0) (1,0)
print isnan(powers([0.0], [0.0], -0.5+0j)), isnan(n.^(-1.5)), isnan(n.^(1j))
% expect: [1][1,1][1,1]
