% A name of another language: the help says what is called so here
s = "abc"
print numel(s)
print len(s)
% expect: 3
% error Q0201 at 4:7
