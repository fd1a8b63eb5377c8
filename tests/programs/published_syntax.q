% Syntax that published programs use. Bytes that are not UTF-8 are allowed in a comment: café.
import "C:\new\modules\published_tools.q"
import"modules\published_tools.q"

folder = "C:\data\docs\"
print folder
% expect: C:\data\docs\
print "a quote: \"", " and ", "one more: \""
% expect: a quote: " and one more: "

function [] = press(handler)
    handler()
end

o = object()
o.low = 0
o.high = 0
press(() -> (o.low = 3;
             o.high = 2*o.low;);)
print o.low, " ", o.high
% expect: 3 6

type span_of : class
    from : int
    to : int
end
s = span_of(from := 2, to = 5)
% warning Q0106 at 27:27
print s.from, " ", s.to
% expect: 2 5
print doubled(21)
% expect: 42

type pixel : mutable class
    value : scalar
endtype
q = pixel(value := 7)
c = `q.value, "b"Â´  % closed as on Belgian keyboards
print numel(c), " ", c[0], c[1]
% expect: 2 7b
