% A cell may be written in braces, and an arm of a match may have several patterns.
c = {1, "two", [3,4]}
print numel(c), c[1], c[2], numel({}), type(c, cell)
% expect: 3two[3,4]01
d = {{1, 2}, `3, {}',
     sin}      % over lines
print d[0][1], numel(d[1]), d[2](0)
% expect: 220
names = {"a", "b"}
names = [names, "c"]
for s = names
    printf("%s;", s)
end
print ""
% expect: a;b;c;
function r = first(x)
    r = x[0]
end
print first({7}), first({[1,2]})
% expect: 7[1,2]

function k = kind(s : string)
    match s with
    | ("png", "tif") -> k = 1
    | "jpg" | "jpeg" -> k = 2
    | {"raw", "dng"} -> k = 3
    | _ -> k = 0
    end
end
print kind("tif"), kind("jpeg"), kind("raw"), kind("x")
% expect: 1230
function y = place(n : int)
    match n with
    | (0, 3) -> y = 10
    | 1, -2 -> y = 20
    | _ -> y = 30
    end
end
y = zeros(6)
for i = 0..5
    match mod(i, 4) with
    | 0 | 3 -> y[i] = 1
    | (1, 7) -> y[i] = place(i)
    | _ -> y[i] = place(-i)
    end
end
print y
% expect: [1,20,20,1,1,30]
lo = 4
for v = [4, 9, 5]
    match v with
    | lo | lo + 1 -> print "near"
    | _ -> print "far"
    end
end
% expect: near
% expect: far
% expect: near
match [1,0] with
| [0,0] | [1,1] -> print "same"
| [0,1] | [1,0] -> print "other"
end
% expect: other
match type(2.5) with
| string | scalar -> print "scalar or string"
| _ -> print "no"
end
% expect: scalar or string
