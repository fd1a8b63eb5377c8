% The n-th random number does not depend on how many are drawn at a time, nor on where a call starts.
function y = joined(draw, pieces)
    y = draw(pieces[0])
    for k = 1..numel(pieces)-1
        y = horzcat(y, draw(pieces[k]))
    end
end
function [] = main()
    pieces = [1, 2, 7, 8, 9, 31, 1024, 1025, 3, 65536, 5, 70001]
    n = sum(pieces)
    seed(11)
    together = rand(n)
    seed(11)
    print sum(joined(rand, pieces) != together)
    % expect: 0
    seed(12)
    x = rand()
    together = randn(n)
    seed(12)
    x = rand()
    print sum(joined(randn, pieces) != together), " ", abs(mean(together)) < 0.01, " ", abs(std(together) - 1) < 0.01
    % expect: 0 1 1
    seed(13)
    together = randi(1000, n)
    seed(13)
    print sum(joined(m -> randi(1000, m), pieces) != together), " ", min(together), " ", max(together)
    % expect: 0 1 1000
    p = randperm(5000)
    print sum(sort(p) != 0..4999), " ", sum(p == 0..4999) < 20
    % expect: 0 1
end
