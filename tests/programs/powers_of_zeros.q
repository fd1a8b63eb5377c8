% Powers and logarithms of images that are full of zeros: the bits of the function, in vectors as well as alone.
function [] = check(name : string, x : vec, f)
    alone = zeros(numel(x))
    {!interpreted for}
    for i=0..numel(x)-1
        alone[i] = f(x[i])
    end
    whole = f(x)
    different = 0
    {!interpreted for}
    for i=0..numel(x)-1
        same = whole[i] == alone[i] && 1/whole[i] == 1/alone[i]
        different += same || (isnan(whole[i]) && isnan(alone[i])) ? 0 : 1
    end
    print name, " ", different
end
function [] = main()
    seed(8)
    n = 1000
    few = rand(n).*(rand(n) > 0.3)
    odd = copy(few)
    odd[0..9] = [-0.0, inf, -inf, nan, -1.0, -2.5, 1e-42, 1, 2, 0]
    all = zeros(n)
    p = [2.2, 0.4545, -0.5, 0.0, 3.0, nan, inf, -inf]
    for k = 0..numel(p)-1
        y = p[k]
        check(sprintf("few^%g", y), few, x -> x.^y)
        check(sprintf("odd^%g", y), odd, x -> x.^y)
        check(sprintf("zeros^%g", y), all, x -> x.^y)
    end
    check("log", odd, x -> log(x))
    check("log2", odd, x -> log2(x))
    check("log10", few, x -> log10(x))
    print log(zeros(3)), " ", zeros(2).^[0.5, -1]
end
% expect: few^2.2 0
% expect: odd^2.2 0
% expect: zeros^2.2 0
% expect: few^0.4545 0
% expect: odd^0.4545 0
% expect: zeros^0.4545 0
% expect: few^-0.5 0
% expect: odd^-0.5 0
% expect: zeros^-0.5 0
% expect: few^0 0
% expect: odd^0 0
% expect: zeros^0 0
% expect: few^3 0
% expect: odd^3 0
% expect: zeros^3 0
% expect: few^nan 0
% expect: odd^nan 0
% expect: zeros^nan 0
% expect: few^inf 0
% expect: odd^inf 0
% expect: zeros^inf 0
% expect: few^-inf 0
% expect: odd^-inf 0
% expect: zeros^-inf 0
% expect: log 0
% expect: log2 0
% expect: log10 0
% expect: [-inf,-inf,-inf] [0,inf]
