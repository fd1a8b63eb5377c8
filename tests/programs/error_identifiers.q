% An identifier before the text of an error is not a part of it; what only looks like one is.
for f = `() -> error("my:id", "the text"), () -> error("a:b-c:d_1", "%d of %s", 3, "x"), () -> error("a:b", 3), () -> error("a:b"), () -> error("a:", "b"), () -> error("a: b", "c"), () -> error("a:b", " c"), () -> assert(1 == 2, "my:id", "asserted"), () -> error("%s:%s", "a", "b"), () -> error("10:30", "x")'
    try
        f()
    catch e
        print e
    end
end
% expect: the text
% expect: 3 of x
% expect: a:b3
% expect: a:b
% expect: a:b
% expect: a: bc
% expect: a:b c
% expect: asserted
% expect: a:b
% expect: 10:30x
