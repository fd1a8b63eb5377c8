% Text: formats, numbers as text and back, strings, messages, what values are.
printf("%d %5.2f|%-6s|%s\n", 3, 2.5, "ab", [1,2,3,4,5])
% expect: 3  2.50|ab    |1
% expect: 2  3.00|4     |5
printf("%s and %s\n", "one", `1, "two", [3]')
% expect: one and 1
% expect: two and 3
print sprintf("%d, ", [1,2,3]), " ", sprintf("%.1f", 1.25 + 2j), " ", sprintf("%x %o %e %g", 255, 8, 12345.678, 1e-7), " ", sprintf("100%%")
% expect: 1, 2, 3,  1.2+2.0i ff 10 1.234568e+04 1e-07 100%
print sprintf("%d", 2.5), " ", sprintf("%s", 2.5), " ", sprintf("%d", true), " ", sprintf("%5s|%-5d|", "x", 7)
% expect: 2.5 2.5 1     x|7    |
fprintf("%d apples\n", 3)
% expect: 3 apples
fprintf(1, "to the output\n")
% expect: to the output
disp([1,2,3])
% expect: [1,2,3]
print num2str(pi), " ", num2str(123.456), " ", num2str(7), " ", num2str([1.5, 2]), " ", num2str(pi, 8), " ", num2str(pi, "%10.5f")
% expect: 3.1416 123.456 7 1.5  2 3.1415927    3.14159
print int2str(2.7), " ", mat2str([[1,2],[3,4.5]]), " ", mat2str([1,2])
% expect: 3 [[1,2],[3,4.5]] [1,2]
print int2str(9007199254740993), " ", int2str(-9223372036854775807 - 1), " ", int2str(2^62 + 1), " ", int2str(-0.4), " ", int2str(-2.5), " ", int2str(1e20), " ", int2str(inf), " ", int2str(nan), " ", int2str(true)
% expect: 9007199254740993 -9223372036854775808 4611686018427387905 0 -3 100000002004087734272 inf nan 1
print str2num("42") + 1, " ", str2num("[1, 2.5 3]"), " ", type(str2num("7")), " ", str2double("1e-3"), " ", isnan(str2double("abc"))
% expect: 43 [1,2.5,3] int 0.001 1
print upper("abC1"), lower("ABc"), " [", strtrim("  x y "), "] ", strrep("a-b-c", "-", "+"), " ", strfind("abcabc", "bc")
% expect: ABC1abc [x y] a+b+c [1,4]
parts = strsplit("a,b,,c", ",")
print numel(parts), parts[1], " ", strjoin(parts, "/"), " ", strcat("x", 1, "y", 2.5)
% expect: 4b a/b//c x1y2.5
print strcmp("a", "a"), strcmp("a", "b"), strcmpi("AbC", "aBc"), startswith("image.png", "im"), endswith("image.png", ".png")
% expect: 10111
print isstring("a"), isstring(1), isnumeric([1]), isnumeric("1"), iscell(`1'), isobject(object()), isfunction(sin), " ", length([[1,2,3],[4,5,6]]), length("four"), length([])
% expect: 1010111 340
try
    error("value %d of %s", 3, "x")
catch e
    print e
end
% expect: value 3 of x
try
    error("50% of it")
catch e
    print e
end
% expect: 50% of it
try
    assert(1 > 2, "the value is ", 7)
catch e
    print e
end
% expect: the value is 7
try
    x = str2num("1 a")
catch e
    print e
end
% expect: 'a' is not a number
tic()
print toc("") >= 0, " ", toc() < 1e6, " ", time() > 1.7e9, " ", clock()[0] > 2000
% expect: 1 1 1 1
% print: every kind of value in a form that can be read
z = [[1+2j, 3], [0.5j, -1]]
o = object()
o.name = "n"
o.data = [[1,2],[3,4]]
print z
% expect: [  1+2i,  3+0i]
% expect: [0+0.5i, -1+0i]
print o
% expect: {name = "n", data = [1,2]
% expect: [3,4]}
print `1, [2,3], "four"', " ", true, " ", 1.0, " ", 1e10, " ", 1.5e-7, " ", [true, false], " ", uint8(200), " ", sin
% expect: `1, [2,3], "four"' 1 1 10000000000 1.5e-7 [1,0] 200 function sin
printf("w1=%.1f w2=%d kind=%s\n", [[1,2],[3,4.5]], [7,8], "soft")
% expect: w1=[1.0,2.0,3.0,4.5] w2=[7,8] kind=soft

% texts compared with the items of a cell; the sign of a complex number's imaginary part; empty matrices one above the other
print strcmp(`"a", "b", 3', "b"), any(strcmp("c", `"a", "b"')), strcmp(`"a", "b"', `"a", "c"')
printf("%.3g %g\n", complex(2, 1e-9), complex(2, -1e-9))
print size(vertcat(zeros(3,0), zeros(2,0))), size([[]; zeros(2,3)])
% expect: [0,1,0]0[1,0]
% expect: 2+1e-09i 2-1e-09i
% expect: [5,0][2,3]
