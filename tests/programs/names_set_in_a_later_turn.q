% A loop may name in a branch what a later turn of the loop around it sets: it runs step by step until then, and is judged again.
function [n, codes] = count_and_code(x : ivec)
    n = 0
    for pass = 0..2
        if pass == 1
            codes = ivec(8)
        end
        for i = 0..numel(x)-1
            if pass == 0
                n += x[i]
            else
                codes[x[i]] += pass
            end
        end
    end
end
[n, codes] = count_and_code([3,1,3,7])
print n, " ", codes
% expect: 14 [0,3,0,6,0,0,0,3]
function weights_of_last(x)
    for pass = 0..1
        if pass == 1
            w = 2*x
        end
        for i = 0..1
            printf("(%g)", pass == 0 ? x[i] : w[i])
        end
    end
    print ""
end
weights_of_last([1.5, 3.0])
% expect: (1.5)(3)(3)(6)
% What nothing sets is an error before a branch is taken.
function s = misspelt(x)
    s = 0.0
    for i = 0..numel(x)-1
        if x[i] > 0
            s += x[i]
        else
            s += bais
        end
    end
end
try
    print misspelt([1.0, 2.0])
catch e
    print "refused"
end
% expect: refused
