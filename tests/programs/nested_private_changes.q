% A nested function that changes a number around it changes its own, which is said; what it uses as a variable of its own is not.
function [] = run()
    count = 0
    total = [0.0]
    x = 4
    function [] = bump()
        count += 1
% warning Q0203 at 7:9
    end
    function [] = set(v)
        count = v
% warning Q0203 at 11:9
    end
    function [] = add(v)
        total[0] += v
    end
    function y = own()
        x = 10
        y = 2*x
    end
    function y = later()
        t = x
        x = t + 1
        y = x + t
    end
    function count = output(v)
        count = v
    end
    change = v -> count = v
    bump()
    set(7)
    add(2)
    print count, " ", total[0], " ", own(), " ", later(), " ", output(3)
    change(5)
    print count
end
run()
% expect: 0 2 20 9 3
% expect: 5
