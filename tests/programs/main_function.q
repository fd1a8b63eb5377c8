% A file that is run has its main called after the top-level statements.
function [] = main()
    t = 0
    for i=1..10
        t += i
    end
    print "main ", t
end
print "top"
% expect: top
% expect: main 55
