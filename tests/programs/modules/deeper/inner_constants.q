base = 100
function y = above_base(x)
    y = base + x
end
