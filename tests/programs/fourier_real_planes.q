% Spectra of real numbers are those of the same numbers as complex ones: planes, channels side by side and volumes, even and odd extents
function d = distance(a, b)
    d = max(abs(a - b))/max(abs(b))
end
for rows = [1, 2, 5, 8, 64]
    for columns = [2, 3, 7, 16, 256]
        x = rand(rows, columns)
        c = rand(rows, columns, 3)
        v = rand(rows, columns, 4)
        worst = max(distance(fft2(x), fft2(complex(x))), distance(fft2(c), fft2(complex(c))), distance(fft3(v), fft3(complex(v))))
        assert(worst < 1e-5, sprintf("%d x %d: %g", rows, columns, worst))
        assert(max(abs(real(ifft2(fft2(c))) - c)) < 1e-5)
    end
end
print fft2([[1,2],[3,4]])
% expect: [10+0i,-2+0i]
% expect: [-4+0i, 0+0i]
