% Sums along rows and columns: some of the nest's loops are reduced, the others are kept.
A = zeros(4,6)
for i = 0..3
    for j = 0..5
        A[i,j] = 10*i + j
    end
end

rows = zeros(4)
for i = 0..3
    for j = 0..5
        rows[i] += A[i,j]
    end
end

columns = zeros(6)
for j = 0..5
    s = 0.0
    for i = 0..3
        s += A[i,j]
    end
    columns[j] = s
end

print rows
print columns
% expect: [15,75,135,195]
% expect: [60,64,68,72,76,80]
% loop 10: partial + rows[i]
% loop 17: partial + s
