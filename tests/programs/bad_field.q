% A misspelt field of a class is an error at the access.
type point : class
  length : int
end
p = point(length := 1)
p.lenght = 3
% error Q0201 at 6:1
