% imneighbours.q against scipy.ndimage's generic_filter (mode "reflect") and rank_filter; the entropy from NumPy's counts of the levels.
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
x = reshape(mod((0..34)*37, 101)*1.0, [5,7])
s = stdfilt(x)
print near(s[0,:], [33.977934,32.843484,30.172191,28.300962,31.133226,29.750817,30.542775]), near(s[3,:], [25.923499,32.328178,30.999104,29.610434,30.634947,30.634947,30.544139])
print rangefilt(x)
print ordfilt2(x, 3, ones(3,3))
print ordfilt2(x, 2, [[0,1,0],[1,1,1],[0,1,0]], "symmetric")
e = entropyfilt(floor(x/20), ones(3,3))
print near(e[0,:], [1.836592,2.19716,1.891061,1.891061,1.891061,2.19716,1.836592]), near(e[4,:], [1.392147,2.19716,2.503258,2.503258,2.19716,1.891061,1.435521])
print max(entropyfilt(3*ones(20,20))), max(abs(ordfilt2(x, 5, ones(3,3)) - medfilt2(x))), max(stdfilt(1e4*ones(5,5)))
refuses(() -> ordfilt2(x, 0, ones(3,3)))
refuses(() -> rangefilt(x, zeros(3,3)))
% expect: 11
% expect: [94,94,84,71,81,81,64]
% expect: [94,94,84,84,94,94,77]
% expect: [88,88,88,84,94,94,64]
% expect: [64,94,94,84,88,88,88]
% expect: [64,94,94,84,71,81,81]
% expect: [ 0, 0, 0, 0, 0, 0, 0]
% expect: [ 0,30,30,23,23,33, 0]
% expect: [ 0,30,30,23,23,33, 0]
% expect: [ 0,26,36,36,23,33, 0]
% expect: [ 0, 0, 0, 0, 0, 0, 0]
% expect: [ 0,37,30,10,10,40,20]
% expect: [13,37,67,10,40,40,33]
% expect: [13,13,30,60,16,40,33]
% expect: [13,43,43,23,53,16,46]
% expect: [26,26,43,36,16, 9,46]
% expect: 11
% expect: 000
% expect: ordfilt2: order 0 of 9 neighbours; 1 is the smallest, 9 the largest
% expect: rangefilt: no neighbour counts; the domain needs elements that are not 0
