% What print writes: shortest decimals that read back, rows in brackets.
print 122880.0, " ", 0.1, " ", 1e-10, " ", 1/3
% expect: 122880 0.1 1e-10 0.33333334
print nan, " ", inf, " ", -inf
% expect: nan inf -inf
print [1,2,3]
% expect: [1,2,3]
print "a", 1, "b", 2.5
% expect: a1b2.5
print 3 == 3, " ", 9223372036854775807
% expect: 1 9223372036854775807
printf("%d %5.2f|%s\n", 7, 1.5, "x")
% expect: 7  1.50|x
print "C:\data\tnew"
% expect: C:\data	new
