% text.q
print strlen("abc"), strlen(""), strncmp("abcd", "abxx", 2), strncmp("abcd", "abxx", 3), strncmp("ab", "ab", 3), strncmpi("ABc", "abd", 2), contains("hello", "ell"), contains("hello", "x"), contains("a", "")
print startsWith("abc", "ab"), endsWith("abc", "bc"), toupper("aBc1"), tolower("AbC")
print "[", blanks(3), "]", blanks(0), "[", deblank("ab \t "), "]", "[", deblank("  "), "]", "[", strjust("ab", 5), "][", strjust("ab", 5, "center"), "][", strjust("ab", 4, "left"), "]"
print dec2bin(10), " ", dec2bin(5, 8), " ", dec2bin(0), " ", dec2hex(255), " ", dec2base(35, 36), " ", bin2dec("1010"), " ", hex2dec("ff"), " ", base2dec("zz", 36)
c = num2cell([1,2,3])
print numel(c), c[1], iscellstr(`"a", "b"'), iscellstr(`"a", 1'), iscellstr(3)
print cell2mat(`[1,2], [3]'), cell2mat(num2cell([[1,2],[3,4]]))
s = struct("sigma", 2, "name", "x")
print s.sigma, s.name, isstruct(s), isstruct(3), getfield(s, "sigma"), numel(fieldnames(struct()))
s = setfield(s, "sigma", 5)
print s.sigma
print isfile("/nowhere/x"), isfolder("/"), isdir("/"), isfile("/")
for bad = `() -> dec2bin(-1), () -> hex2dec("xy"), () -> bin2dec("12"), () -> strjust("a", 2, "up"), () -> struct("a")'
    try
        bad()
    catch e
        print e
    end
end
% expect: 301001101
% expect: 11ABC1abc
% expect: [   ][ab][][   ab][ ab  ][ab  ]
% expect: 1010 00000101 0 FF Z 10 255 1295
% expect: 32100
% expect: [1,2,3][1,2]
% expect: [3,4]
% expect: 2x1020
% expect: 5
% expect: 0110
% expect: dec2base: -1 in base 2; ints from 0 on in bases of 2 to 36
% expect: base2dec: 'xy' is no number in base 16
% expect: base2dec: '12' is no number in base 2
% expect: strjust: the side 'up' is not one of left, right, center
% expect: struct: names and values in turn
