% Norms, variances and standard deviations neither overflow nor underflow on the way, and their mean is not rounded; alike in loops, on every
% device. Bounds in single precision: 4 units in the last place of norms of few elements, 1 of deviations.
function y = close(a, b)
    y = abs(a/b - 1) < 4*eps
end
x = 1.0e19*mod(0..999,2) + 1.0e20
print close(std(x), 5.00250187656e18), close(norm([1e20,1e20]), 1.41421356237e20), close(norm([1e-30,1e-30]), 1.41421356237e-30)
print close(norm([3e-45,4e-45]*1.0), 4.9e-45) || norm([3e-45,4e-45]) > 0, close(norm([3e38,0]), 3e38), norm([3e38,3e38]), " ", norm([inf,1]), " ", norm([nan,1]), " ", norm([0,0])
print close(norm([3e25,4e25] + 1j*[0,0]), 5e25), close(norm([3e25j,4e25]), 5e25), close(norm([3e-25j,4e-25]), 5e-25), close(norm([1e20,1e20,1e20], 3), 1.44224957031e20), close(norm([1e-20,1e-20,1e-20], 3), 1.44224957031e-20)
print close(var([1e-20,3e-20]), 2e-40) || var([1e-20,3e-20]) > 0, close(std([1e-20,3e-20]), 1.41421356237e-20), close(std([1e-30,3e-30]), 1.41421356237e-30), std([1e38,1e38,1e38]), " ", std([7.5]), " ", var([5e25,7e25])
% Far from zero the mean, rounded, is as far from the elements as they are from each other.
far = 16777216.0 + 2*mod(0..9999, 2)
print close(var(far), 1.00010001), close(std(far, 1)[0], 1.00005), close(var(far, 1, 1)[0], 1.0), var(0.1*ones(1000)), " ", all(std(0.1*ones(30,70), 0) == zeros(1,70)), std(0.7*ones(70))
% Along dimensions and in loops, with the bits of the whole.
a = zeros(40, 300)
for i=0..39
    for j=0..299
        a[i,j] = (1.0e20 + 1.0e19*mod(7*i+j*j, 11))*(mod(i,3) == 0 ? 1e-38 : 1)
    end
end
rows = std(a, 1)
columns = var(transpose(a)*1e-3, 0)
same = 0
for i=0..39
    r = std(a[i,:])
    same += r == rows[i] && var(a[i,:]*1e-3) == columns[0,i]
end
print same
short = zeros(40)
norms = zeros(40)
long = zeros(40)
for i=0..39
    short[i] = std(a[i,0..4])
    norms[i] = norm(a[i,0..4])
    long[i] = std(a[i,0..i+5])
end
{!interpreted for}
for i=0..39
    short[i] = short[i] == std(a[i,0..4])
    norms[i] = norms[i] == norm(a[i,0..4])
    long[i] = long[i] == std(a[i,0..i+5])
end
print sum(short), " ", sum(norms), " ", sum(long)
v : vec3 = [3e25, 0, 4e25]
function [] = __kernel__ k(y : vec, v : vec3, pos : int)
    y[pos] = norm(v*(pos+1))/(pos+1)
end
y = zeros(4)
parallel_do(4, y, v, k)
print close(y[0], 5e25), close(y[1], 5e25), close(norm(v), 5e25), close(norm(v/norm(v)), 1)
big = 1e20*ones(300000)
big[7] = 3e20
print close(norm(big), 5.4772255e22*sqrt(300008/300000)), close(std(big), 2e20*sqrt(1/300000)), close(rms([1e20,1e20]), 1e20), close(rssq([3e25,4e25]), 5e25), close(vecnorm([[3e25,1],[4e25,0]])[0,0], 5e25)
% As precise as what they are of.
wide : mat[double] = mat[double](2, 3)
wide[1,:] = 1/3
print type(rms(wide), double), type(rssq(wide, 1)[1], double), type(nanstd(wide, 1)[0], double), type(rms([1, 2]), double)
print sum(zscore(x)) < 1, close(zscore(x)[1], 0.999499874937)
% expect: 111
% expect: 11inf inf nan 0
% expect: 11111
% expect: 1110 0 inf
% expect: 1110 10
% expect: 40
% expect: 40 40 40
% expect: 1111
% expect: 11111
% expect: 1110
% expect: 11
