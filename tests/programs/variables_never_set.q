% A variable that nothing sets before the loop, read before an iteration has set it, and one that no iteration has set,
% are not defined in compiled loops either, on any call.
function y = read_under(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        if x[i] > c
            t = x[i]
        end
        y[i] = t
    end
end
function y = last_of(x, c)
    for i = 0..numel(x)-1
        if x[i] > c
            t = x[i]
        end
    end
    y = t
end
function y = place_of(x, c)
    best = c
    for i = 0..numel(x)-1
        if x[i] > best
            best = x[i]
            place = i
        end
    end
    y = place
end
function y = of_inner_loop(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        for j = 0..x[i]*4-c*4
            v = [x[j], i]
        end
        y[i] = v[1]
    end
end
function y = counter_of_inner_loop(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        for j = 0..x[i]*4-c*4
            y[i] += x[j]
        end
        y[i] += j
    end
end
function y = in_first(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        if i == 0
            t = c
        elseif x[i] > t
            t = x[i]
        end
        y[i] = t
    end
end
function y = same_condition(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        if x[i] > c
            t = 2*x[i]
        end
        if x[i] > c
            y[i] = t
        end
    end
end
function y = lazily(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        if x[i] > c
            t = x[i]
        end
        y[i] = i > 4000 && t > 0
        y[i] += i > 4000 ? t : 1
    end
end
function r = local_of_call(v, c)
    if v > c
        t = v
    end
    r = t
end
function r = output_of_call(v, c)
    if v > c
        r = v
    end
end
function r = early_return(v, c)
    if v > c
        return
    end
    r = v
end
function y = calls_local(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = local_of_call(x[i], c)
    end
end
function y = calls_output(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = output_of_call(x[i], c)
    end
end
function y = calls_return(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = early_return(x[i], c)
    end
end
function y = previous(x, c)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        if x[i] > c
            y[i] = prev
            prev = x[i]
        elseif i == 0
            prev = 0.0
        end
    end
end
function y = last_in_order(x, c)
    h = 1.0
    for i = 0..numel(x)-1
        if h > c
            h = x[i]*h + 1
            place = i
        end
    end
    y = place
end
function y = empty_inner(x, c)
    m = int(c)*2
    for i = 0..numel(x)-1
        for j = 0..1-m
            t = x[i] + j
        end
    end
    y = t + j
end
function [] = try_all(x : vec, c)
    for f = {read_under, last_of, place_of, of_inner_loop, counter_of_inner_loop, in_first, same_condition, lazily, calls_local, calls_output, calls_return, previous, last_in_order, empty_inner}
        try
            print sum(f(x, c))
        catch e
            print e
        end
    end
end
late = zeros(5000)
late[1234] = 0.75
late[3456] = 1.0
try_all(late, 0.5)
try_all(late, 2.0)
try_all(ones(5000), 0.5)
% expect: 't' is not defined
% expect: 1
% expect: 3456
% expect: 'v' is not defined
% expect: 'j' is not defined
% expect: 3827.5
% expect: 3.5
% expect: 5999
% expect: 't' is not defined
% expect: 'output_of_call' did not assign its output 'r'
% expect: 'early_return' did not assign its output 'r'
% expect: 0.75
% expect: 4999
% expect: 2
% expect: 't' is not defined
% expect: 't' is not defined
% expect: 'place' is not defined
% expect: 'v' is not defined
% expect: 'j' is not defined
% expect: 10000
% expect: 0
% expect: 't' is not defined
% expect: 't' is not defined
% expect: 'output_of_call' did not assign its output 'r'
% expect: 1.75
% expect: 0
% expect: 'place' is not defined
% expect: 't' is not defined
% expect: 5000
% expect: 1
% expect: 0
% expect: 12497500
% expect: 25000
% expect: 4999.5
% expect: 10000
% expect: 5999
% expect: 5000
% expect: 5000
% expect: 'early_return' did not assign its output 'r'
% expect: 'prev' is not defined
% expect: 4999
% expect: 3
