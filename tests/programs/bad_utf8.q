% Not valid UTF-8, and no string.
print ÿþ
% error Q0102
