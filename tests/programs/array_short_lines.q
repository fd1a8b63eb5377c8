% Reductions along a short last dimension turn tiles of lines over; each line keeps the bits of its own tree.
function differing = compare(lines : int, n : int)
    x = rand(lines, n) - 0.5
    total = sum(x,1)
    least = min(x,[],1)
    most = max(x,[],1)
    product = prod(x,1)
    differing = 0
    for i = 0..7..lines-1
        line = x[i,:]
        if sum(line) != total[i] || min(line) != least[i] || max(line) != most[i] || prod(line) != product[i]
            differing += 1
        end
    end
end

n = 1
while n <= 300
    d = compare(int(40000/n)+65, n)
    if d > 0
        print "lines of ", n, ": ", d, " differ"
    end
    n = 2*n + 1
end
k = round(rand(5000,7)*100)
print sum(abs(sum(int(k),1) - sum(k,1))), " ", size(sum(rand(400,500,3),2)), " ", size(sum(rand(40,1000),1))
% expect: 0 [400,500,1] [40,1]
