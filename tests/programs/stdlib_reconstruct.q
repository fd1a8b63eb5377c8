% imreconstruct.q: sums and checksums of the results of skimage.morphology (reconstruction, local_maxima, local_minima).
x = zeros(40, 50)
for i = 0..39
    for j = 0..49
        x[i,j] = floor(20*sin(i*0.5)*cos(j*0.4)) + mod(i*37 + j*91 + i*j*13, 7)
    end
end
function [] = show(name, e)
    s = 0
    for k = 0..numel(e)-1
        s = mod(s*31 + int(e[k]+100)*(k+7), 1000003)
    end
    print name, " ", sum(e), " ", s
end
show("8 neighbours", imreconstruct(x - 5, x))
show("4 neighbours", imreconstruct(x - 5, x, 4))
m = -100*ones(40, 50)
m[20,20] = 100
show("from a point", imreconstruct(m, x))
show("maxima", imregionalmax(x))
show("maxima, 4 neighbours", imregionalmax(x, 4))
show("minima", imregionalmin(x))
show("imhmin", imhmin(x, 4))
print imregionalmax([[1,1,2],[1,1,1],[3,3,1]]), sum(imregionalmax(zeros(3,4))), sum(imhmax(x, 5) != imreconstruct(x - 5, x))
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
refuses(() -> imreconstruct(zeros(2,2), zeros(2,3)))
refuses(() -> imregionalmax(x, 6))
% expect: 8 neighbours 3767 411634
% expect: 4 neighbours 3716 140275
% expect: from a point -2235 438328
% expect: maxima 41 459145
% expect: maxima, 4 neighbours 81 654335
% expect: minima 39 988809
% expect: imhmin 4448 205104
% expect: [0,0,1]
% expect: [0,0,0]
% expect: [1,1,0]120
% expect: imreconstruct: a marker of 2 x 2 pixels for a mask of 2 x 3; they have the same extents
% expect: imregionalmax: connectivity 6 is neither 4 nor 8
