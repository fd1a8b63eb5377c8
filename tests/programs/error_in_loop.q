% What a program raises ends it.
for i=0..9
    if i == 7
        error("seven")
    end
end
% error Q0403
