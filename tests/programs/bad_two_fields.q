% Two fields of one name.
type point : class
    x : scalar
    y : scalar
    x : int
end
% error Q0202 at 5:5
