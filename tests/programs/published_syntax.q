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

function y = total_of(x : cube(:,:,3))
    y = sum(x)
end
print total_of(ones(2,2,3))
% expect: 12
type settings : dynamic class
    sigma
    mode : string
end
s = settings()
s.sigma = 2.5
print s.sigma, " ", s.mode == "", " ", nullptr == null
% expect: 2.5 1 1
