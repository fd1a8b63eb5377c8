% An unknown attribute is a warning, and the program runs.
{!unheard_of key=1}
print "went on"
% warning Q0107
% expect: went on
