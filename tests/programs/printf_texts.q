% %c of a text is the text, and a % at the end of a format is itself.
printf("%c%c|%c|%3c\n", 72, "i", "text", "a")
% expect: Hi|text|  a
print sprintf("100%"), " ", sprintf("%d%%", 50), " ", sprintf("%d%", 7)
% expect: 100% 50% 7%
printf("%s=%c; ", "a", "x", "b", "y")
printf("\n")
% expect: a=x; b=y; 
% A text where the conversion is a number's is the text, as under %s, to the width, whatever precision a number would have.
printf("%d|%f|%8.2f|%-5d|%05d|%+x|%d\n", "text", "a", "ratio", "ab", "cd", "e", 7)
% expect: text|a|   ratio|ab   |   cd|e|7
print sprintf("%d, ", 1, "two", 3), sprintf("%d %d", [1,2]), sprintf("%d=%s", "x", "y")
% expect: 1, two, 3, 1 2x=y
% Widths and precisions that are given.
printf("%*d|%-*d|%*d|%.*f|%*.*f|%.*f\n", 5, 42, 5, 42, -4, 7, 2, 3.14159, 7, 1, 2.25, -1, 0.5)
% expect:    42|42   |7   |3.14|    2.2|0.500000
