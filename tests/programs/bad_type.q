% A string is no number.
x = "a" * 2
% error Q0301
