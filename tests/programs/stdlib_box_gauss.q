% imgaussfilt and imboxfilt against scipy.ndimage.gaussian_filter (truncate=2.5 of sigma 0.8) and uniform_filter, mode="nearest".
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
x = [[3,1,4,1,5],[9,2,6,5,3],[5,8,9,7,9],[3,2,3,8,4]]
y = imgaussfilt(x, 0.8)
print near(y[0,:], [3.72520243,2.88387223,3.26092737,3.25457246,4.03857091]), near(y[3,:], [3.55749611,3.76415383,4.93667787,6.21626411,5.69635567])
y = imboxfilt(x)
print near(y[0,:], [3.77777778,3.66666667,2.77777778,3.77777778,3.66666667]), near(y[2,:], [5.11111111,5.22222222,5.55555556,6,5.77777778])
print near(imboxfilt(x, [1,3])[1,:], [6.66666667,5.66666667,4.33333333,4.66666667,3.66666667]), near(imboxfilt(x, [3,1])[0,:], [5,1.33333333,4.66666667,2.33333333,4.33333333])
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
refuses(() -> imboxfilt(x, 4))
refuses(() -> imgaussfilt(x, 0))
% expect: 11
% expect: 11
% expect: 11
% expect: imboxfilt: 4 x 4 pixels; both are odd
% expect: imgaussfilt: sigma 0; it is positive
