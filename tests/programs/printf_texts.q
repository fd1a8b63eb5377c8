% %c of a text is the text, and a % at the end of a format is itself.
printf("%c%c|%c|%3c\n", 72, "i", "text", "a")
% expect: Hi|text|  a
print sprintf("100%"), " ", sprintf("%d%%", 50), " ", sprintf("%d%", 7)
% expect: 100% 50% 7%
printf("%s=%c; ", "a", "x", "b", "y")
printf("\n")
% expect: a=x; b=y; 
% Widths and precisions that are given.
printf("%*d|%-*d|%*d|%.*f|%*.*f|%.*f\n", 5, 42, 5, 42, -4, 7, 2, 3.14159, 7, 1, 2.25, -1, 0.5)
% expect:    42|42   |7   |3.14|    2.2|0.500000
