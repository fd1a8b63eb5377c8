% Three names for two parts.
[a, b, c] = [1, 2]
% error Q0204 at 2:1
