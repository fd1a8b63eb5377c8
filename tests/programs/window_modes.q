% Windows over whole images: written out a pixel a thread; those that stay inside the image do not look where they read.
function window(a : mat'mirror, b : mat'circular, w : mat, y)
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            for p=-2..2
                for q=-1..2
                    y[i,j] += w[p+2,q+1]*(a[i+p,j+q] - b[i+p,j+2*q])
                end
            end
        end
    end
end
function more(c : mat'clamped, d : mat'safe, y)
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            for p=-3..1
                for q=-2..2
                    y[i,j] += 0.5*c[i+p,j+q] - d[i+2*p,j+q]
                end
            end
        end
    end
end
function s = window_at(a : mat'mirror, b : mat'circular, c : mat'clamped, d : mat'safe, w : mat, i : int, j : int)
    s = 0.0
    for p=-2..2
        for q=-1..2
            s += w[p+2,q+1]*(a[i+p,j+q] - b[i+p,j+2*q])
        end
    end
    t = 0.0
    for p=-3..1
        for q=-2..2
            t += 0.5*c[i+p,j+q] - d[i+2*p,j+q]
        end
    end
    s = s + t
end
function taps(x, f : vec, y)
    for i=3..size(y,0)-4
        for j=0..size(y,1)-1
            s = 0.0
            for k=-3..3
                s += f[k+3]*x[i+k,j]
            end
            y[i,j] = s
        end
    end
end

m = 134
n = 127
x = rand(m, n)
w = rand(5, 4)
y = zeros(m, n)
window(x, 2*x, w, y)
more(x+1, x-0.5, y)
wrong = 0
is = [0, 1, 2, 3, 50, 130, 131, 132, 133]
js = [0, 1, 2, 3, 64, 122, 123, 124, 125, 126]
{!interpreted for}
for a=0..numel(is)-1
    for b=0..numel(js)-1
        if y[is[a],js[b]] != window_at(x, 2*x, x+1, x-0.5, w, is[a], js[b])
            wrong += 1
        end
    end
end
print wrong
% expect: 0
f = [1,2,3,4,3,2,1]/16
z = zeros(m, n)
taps(x, f, z)
print abs(z[3,5] - (f[0]*x[0,5] + f[1]*x[1,5] + f[2]*x[2,5] + f[3]*x[3,5] + f[4]*x[4,5] + f[5]*x[5,5] + f[6]*x[6,5])) < 1e-5, " ", sum(z[0..2,:]), " ", min(z[3..m-4,:]) > 0
% expect: 1 0 1
