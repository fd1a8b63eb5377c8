% Reductions of slices that no single run of memory holds: the tree of the loops over them, before and after they are compiled.
x = rand(301, 203)
total = 0.0
most = -inf
for i = 0..299
    for j = 0..201
        v = sqrt(x[i+1,j+1]*x[i,j])
        total += v
        most = max(most, v)
    end
end
wrong = 0
for r = 1..40
    wrong += sum(sqrt(x[1..300,1..202].*x[0..299,0..201])) != total
    wrong += max(sqrt(x[1..300,1..202].*x[0..299,0..201])) != most
    wrong += any(x[1..300,1..202] > 2) + !all(x[0..299,0..201] < 2)
end
print wrong, " ", sum(x[0..299,0..201]) == sum(copy(x[0..299,0..201])), " ", mean(x[0..299,0..201]) == mean(copy(x[0..299,0..201]))
% expect: 0 1 1
