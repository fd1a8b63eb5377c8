% windows.q and moving.q against values of scipy.signal.windows and NumPy.
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
print near(kaiser(5, 3), [0.204884756,0.72692553,1,0.72692553,0.204884756]), near(gausswin(5), [0.043936934,0.457833362,1,0.457833362,0.043936934])
print bartlett(5), near(tukeywin(6), [0,0.904508497,1,1,0.904508497,0]), near(tukeywin(5, 2), hann(5)), tukeywin(5, 0), kaiser(1, 3), numel(gausswin(0))
v = [3, 1, 4, 1, 5, 9, 2, 6]
print movsum(v, 3), near(movmean(v, 4), [2,2.666666667,2.25,2.75,4.75,4.25,5.5,5.666666667]), movmax(v, 3), movmin(v, 4), movmean(v, 1)
print size(movmean(transpose(v), 3)), movmax(v, 100), movsum(zeros(0), 3)
refuses(() -> movmean(v, 0))
refuses(() -> movmax(ones(2,2), 0))
% expect: 11
% expect: [0,0.5,1,0.5,0]11[1,1,1,1,1][1]0
% expect: [4,8,6,10,15,16,17,8]1[3,4,4,5,9,9,9,6][1,1,1,1,1,1,2,2][3,1,4,1,5,9,2,6]
% expect: [8,1][9,9,9,9,9,9,9,9][]
% expect: movmean: a window of 0 samples; it has 1 or more
% expect: movmax: a window of 0 samples; it has 1 or more
