% edge: counts, checksums of the places and thresholds from the same definitions written with scipy.ndimage and NumPy in double precision.
x = zeros(64, 64)
for i = 0..63
    for j = 0..63
        x[i,j] = 100*((i-30)^2 + (j-28)^2 < 300) + 20*sin(i*0.3)*cos(j*0.2) + mod(i*37 + j*91 + i*j*13, 17)
    end
end
function [] = show(name, e)
    s = 0
    for k = 0..numel(e)-1
        s = mod(s*31 + int(e[k])*(k+7), 1000003)
    end
    print name, " ", sum(e), " ", s
end
[e, t] = edge(x)
show("sobel", e)
print abs(t - 23.947051) < 1e-4
[e, t] = edge(x, "prewitt")
show("prewitt", e)
print abs(t - 23.326136) < 1e-4
[e, t] = edge(x, "roberts")
show("roberts", e)
print abs(t - 29.966212) < 1e-4
show("sobel 20", edge(x, "sobel", 20))
[e, t] = edge(x, "log")
show("log", e)
print abs(t - 1.177883) < 1e-5
[e, t] = edge(x, "canny")
show("canny", e)
print t
show("canny low, high, sigma", edge(x, "canny", [0.1, 0.4], 2))
print sum(edge(5*ones(8,8))), sum(edge(5*ones(8,8), "canny")), sum(edge(transpose(x) > 50, "prewitt") != transpose(edge(x > 50, "prewitt")))
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
refuses(() -> edge(x, "sobl"))
refuses(() -> edge(x, "sobel", [1, 2]))
refuses(() -> edge(x, "canny", [0.5, 0.1]))
% expect: sobel 97 885761
% expect: 1
% expect: prewitt 97 410508
% expect: 1
% expect: roberts 140 993831
% expect: 1
% expect: sobel 20 97 885761
% expect: log 138 975086
% expect: 1
% expect: canny 578 310683
% expect: [0.056250002,0.140625]
% expect: canny low, high, sigma 127 174696
% expect: 000
% expect: edge: the method 'sobl' is not one of sobel, prewitt, roberts, log, zerocross, canny
% expect: edge: sigma 0, 2 thresholds; sigma is positive, only "canny" has two thresholds
% expect: edge: thresholds [0.5, 0.1]; 0 <= low <= high <= 1
