% Types as arms of a match take the values of that type.
function s = kind(x)
    match x with
    | string -> s = "text"
    | int -> s = "whole"
    | scalar -> s = "number"
    | vec -> s = "row"
    | mat -> s = "matrix"
    | cell -> s = "cell"
    | _ -> s = "other"
    end
end
type point : class
    x : scalar
end
function s = what(p)
    match p with
    | point -> s = sprintf("at %g", p.x)
    | [1,2] -> s = "one or two"
    | _ -> s = "none"
    end
end
z = `"a", 3, 2.5, [1.0,2], ones(2,2), cell(2), 1+1j'
for k=0..numel(z)-1
    print kind(z[k])
end
% expect: text
% expect: whole
% expect: number
% expect: row
% expect: matrix
% expect: cell
% expect: other
print what(point(x:=2)), ", ", what(2), ", ", what(7)
% expect: at 2, one or two, none
% of a type itself, as before
match type(2.5) with
| int -> print "int"
| scalar -> print "scalar"
end
% expect: scalar
