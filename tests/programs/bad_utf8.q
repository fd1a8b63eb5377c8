% Not valid UTF-8.
print "ÿþ"
% error Q0102
