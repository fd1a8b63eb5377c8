% Reached by paths of another system.
function y = doubled(x)
    y = 2*x
end
