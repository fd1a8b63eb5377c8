% A type behind extents, as MATLAB has it, is named by the error, which says how arrays of other types are made.
for f = `() -> zeros(2, 2, "uint8"), () -> ones(3, "int")'
    try
        f()
    catch e
        print e
    end
end
print type(mat[uint8](2,2)) == mat[uint8]
% expect: an extent is a number, not the string "uint8"
% expect: an extent is a number, not the string "int"
% expect: 1
