% A failure inside a loop can be caught; the lowest iteration's is reported.
x = zeros(10)
try
    for i=0..9
        if i >= 4
            error("bad ", i)
        end
        x[i] = i
    end
catch e
    print "caught"
end
% expect: caught
