% Regular expressions: what matched, where, its groups; replacing. Places count from 0.
% precision: double
s = "width=640, height = 480; depth=3"
[first, last, extents, matches, tokens, names, parts] = regexp(s, "(\w+)\s*=\s*(\d+)")
print first, last, extents[1], numel(matches), matches[1], "|", tokens[2][0], tokens[2][1], "|", strjoin(parts, "/"), "|", numel(fieldnames(names))
[t, m] = regexp(s, "(?<name>\w+)\s*=\s*(?<value>\d+)", "names", "match")
print t.name[0], t.value[2], m[0]
n = regexp("a1b22", "(?<digits>\d+)", "names", "once")
print n.digits, regexp("a1b22", "\d+", "match", "once"), regexp("a1b22", "\d+", "once"), regexp("abc", "\d+", "match", "once") == "", numel(regexp("abc", "\d")), numel(regexp("abc", "\d", "match"))
print numel(regexp("Anna ANNA", "anna")), numel(regexpi("Anna ANNA", "anna")), numel(regexp("Anna ANNA", "anna", "ignorecase")), regexp("cat concat cat", "\<cat\>"), regexp("aXbXc", "X", "split")[2], regexp("<b><i>", "<.+?>", "match")[0], regexp("ab\ncd", "b.c"), regexp("foobar", "foo(?=bar)", "once"), regexp("[x]", "[\]]")
print regexp("abab", "(a)|(b)", "tokens")[1][1], regexp("abab", "ab", "tokens")[0][0], regexp("aa bb ab", "(\w)\\1", "match")[1]
print regexprep("hello world", "(\w+) (\w+)", "$2 $1"), "|", regexprep("aaa", "a", "b", "once"), "|", regexprep("Aa", "a", "<$0>", "ignorecase"), "|", regexprep("a,b", ",", "\t") == "a\tb", "|", regexprep("5", "\d", "\$1"), "|", strjoin(regexprep(`"x1", "y"', "\d", ""), ","), "|", regexprep("", "^$", "e")
for bad = {() -> regexp("a", "("), () -> regexp("a", "a", "first"), () -> regexp(1, "a"), () -> regexprep("a", "a", 1), () -> regexprep("a", "a", "b", "all")}
    try
        bad()
    catch e
        print e
    end
end
% expect: [0,11,25][8,22,31][11,16]
% expect: [20,22]3height = 480|depth3|/, /; /|0
% expect: width3width=640
% expect: 111100
% expect: 022[0,11]c<b>[1]0[2]
% expect: babbb
% expect: world hello|baa|<A><a>|1|$1|x,y|e
% expect: '(' is no regular expression: Mismatched '(' and ')' in regular expression
% expect: 'regexp' has no option 'first'
% expect: the text that is searched must be a string, not an int
% expect: the new text must be a string, not an int
% expect: 'regexprep' has no option 'all'
