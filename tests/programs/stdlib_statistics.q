% statistics.q and numbers.q against values of NumPy and by hand.
import "statistics.q"
import "numbers.q"
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
x = [[1,2,0,3],[4,-1,2,1],[0,5,1,2]]
print near(cov(x)[0,:], [4.3333333333,-6,1.5,-1.5]), near(cov(x), transpose(cov(x))), near(cov([1,2,4,3]), var([1,2,4,3]))
print near(cov([1,2,3], [1,2,4]), [[1,1.5],[1.5,2.3333333333]]), near(corrcoef([1,2,4,3], [2,1,5,3]), [[1,0.8315218406],[0.8315218406,1]])
print near(corrcoef(x)[1,2], -0.5), near(corr2(x, 2*x+1), 1)
print near(quantile([3,1,2,4,10], [0,0.2,0.33,0.5,0.9]), [1,1.5,2.15,3,10]), quantile([7], 0.3), prctile([3,1,2,4,10], 50), quantile(x, 1)
print mode([1,3,3,2,2]), mode([[4,4],[1,4]]), mode([5]), nnz([0,1,2]), nnz(x)
print accumarray([0,1,1,3], [1,2,3,4]), accumarray([0,1,1], 1, 4), accumarray([0,1,1], 1, [1,4])
print accumarray([[0,0],[1,1],[1,1]], [1,2,3])
print accumarray([[0,0],[1,1],[1,1]], 0.5, [2,3])
print accumarray([[0,0,0],[1,1,1],[1,1,1],[1,0,1]], [1,2,3,4], [2,2,2])[1,:,1], accumarray([[0,0,0],[1,0,1],[1,0,1]], [1,2,3], [2,1,2], v -> max(v))[1,0,:]
print histc([0,1,1.5,2,3,4,-1], [0,1,2,3])
samples = randn(20000)
print sum(histc(samples, -10..10)), " ", abs(quantile(samples, 0.8413447) - 1) < 0.03

print gcd(12,18), gcd(0,5), gcd(-4,6), lcm(4,6), lcm(0,3), " ", isprime(97), isprime(91), isprime(1), primes(30), primes(1)
print nchoosek(10,3), " ", nchoosek(52,5), " ", nchoosek(3,5), nchoosek(60,30)
print bitand(12,10), bitor(12,10), bitxor(12,10), bitshift(1,4), bitshift(16,-2), rem(-7,3), bitand([12,7], 5)
print near(1e6*log1p(1e-6), 0.9999995), near(1e6*expm1(1e-6), 1.0000005), log1p(-1), expm1(inf), expm1(-inf), log1p(inf)
print near(log1p([0,1]), [0,log(2)]), near(expm1([0,1]), [0,exp(1)-1]), cbrt([-27,0,8,1000]), nthroot(16,4), nthroot(-2,2), nthroot([32,-243], 5)
print arrayfun(x -> x^2, [[1,2],[3,4]])
print cellfun(c -> numel(c), `[1,2],[3]'), ismember([1,5,2], [2,1,7]), ismember(3, [1,2]), ismember(2, [1,2])
print union([3,1], [2,1]), intersect([1,2,3], [3,1]), setdiff([3,1,2,3], [2]), size(intersect([1], [2]))
print toeplitz([1,2,3])
print toeplitz([1,2], [1,5,6])
print dot([1,2], [3,4])
% In kernels
y = zeros(5)
parallel_do(5, __kernel__ (pos : int) -> y[pos] = gcd(pos, 4) + (isprime(pos) ? 10 : 0) + nchoosek(4, pos)*100)
print y
for k=0..4
    y[k] = log1p(k) + cbrt(k)
end
print near(y, [0,1.6931471806,2.3585333385,2.8285439314,3.1968389645])
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
refuses(() -> print(cov([1,2], [1,2,3])))
refuses(() -> print(mode([])))
refuses(() -> print(quantile([], 0.5)))
% expect: 111
% expect: 11
% expect: 11
% expect: 1735
% expect: 245210
% expect: [1,5,0,4][1,2,0,0][1,2,0,0]
% expect: [1,0]
% expect: [0,5]
% expect: [0.5,  0,  0]
% expect: [  0,  1,  0]
% expect: [4,5][0,3]
% expect: [1,2,1,1]
% expect: 20000 1
% expect: 652120 100[2,3,5,7,11,13,17,19,23,29][]
% expect: 120 2598960 0118264581564861424
% expect: 8146164-1[4,5]
% expect: 11-infinf-1inf
% expect: 11[-3, 0, 2,10]2nan[ 2,-3]
% expect: [ 1, 4]
% expect: [ 9,16]
% expect: [2,1][1,0,1]01
% expect: [1,2,3][1,3][1,3][1,0]
% expect: [1,2,3]
% expect: [2,1,2]
% expect: [3,2,1]
% expect: [1,5,6]
% expect: [2,1,5]
% expect: 11
% expect: [104,401,612,411,104]
% expect: 1
% expect: cov: 2 and 3 samples
% expect: mode: of no element
% expect: quantile: of no element
