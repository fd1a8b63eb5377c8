% A match without a fitting arm has the code that it has outside loops.
x = [1.0, 2, 7]
y = zeros(3)
for i=0..2
    match int(x[i]) with
    | 1 -> y[i] = 10
    | 2 -> y[i] = 20
    end
end
% error Q0404 at 5:5
