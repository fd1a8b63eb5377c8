% Places beside a place: cells of short rows that loops go through, under a name and written in the loop's head.
function y = mean_beside(x, offs)
    y = zeros(size(x))
    for m=1..size(x,0)-2
        for n=1..size(x,1)-2
            s = 0.0
            for o = offs
                s += x[m+o[0],n+o[1]]
            end
            y[m,n] = s/numel(offs)
        end
    end
end
x = zeros(12,10)
for m=0..11
    for n=0..9
        x[m,n] = mod(m*7+n*3,11)
    end
end
beside = {[0,1],[1,0],[0,-1],[-1,0]}
print sum(mean_beside(x, beside))
high = 0
for m=1..10
    for n=1..8
        top = true
        for o = {[0,1],[1,0],[0,-1],[-1,0]}
            if x[m+o[0],n+o[1]] >= x[m,n]
                top = false
            end
        end
        high += top ? 1 : 0
    end
end
print high
% the item's own elements are written; kinds that differ; one name for an item, elements of which are read
total = 0
for m=0..2
    for o = {[0,1],[1,0]}
        o[0] += 10*m
        total += o[0]
    end
    for o = {[0,1],[0.5,2]}
        total += o[0]
    end
    for o = {[1,2,3],[4,5]}
        total += sum(o)
    end
    for k=0..3
        o = beside[k]
        total += o[0] + 2*o[1]
    end
end
print total, o, type(o)
for m=0..2
    for o = {[0.5,1.5],[1.0,-2.0]}
        total += o[0]*o[1]
    end
end
print total, o, size(o)
% near miss: elements of an item are written under another name
for k=0..3
    o = beside[k]
    o[1] += 5
end
print beside
% expect: 398
% expect: 22
% expect: 109.5[-1,0]vec[int]
% expect: 105.75[1,-2][1,2]
% expect: `[0,6], [1,5], [0,4], [-1,5]'
