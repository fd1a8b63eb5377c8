% A truth value that is computed through an array of the iteration while it decides something. Where one that is only
% tried fails, the loop runs in order.
function c = all_even(u : vec[int])
    c = true
    {!parallel for}
    for i=0..numel(u)-1
        c = c && (mod(cumsum(u[max(i-2,0)..i])[0],2) == 0)
    end
end
% loop 6: reduction && c
print all_even([4,2,6,8,2,4]), " ", all_even([4,2,6,7,2,4]), " ", all_even(ivec(0)), " ", all_even([2])
% expect: 1 0 1 1

function c = any_late(x : vec, k : vec[int])
    c = false
    for i=0..numel(x)-1
        c = c || (cumsum(x[0..k[i]])[2] > 6)
    end
end
print any_late([1,2,3,4], [2,3,2,3]), " ", any_late([1,2,4,4], [2,3,2,3])
% expect: 0 1
% Behind the iteration that decides there is no such element.
print any_late([1,2,4,4], [2,3,1,0])
% expect: 1
try
    print any_late([1,2,3,4], [2,3,1,0])
catch e
    print e.message
end
% expect: index 2 is out of range: 'the array' has 2 elements along dimension 0

% A division and a failure that are only tried.
function c = tried(n : vec[int], y : vec[int])
    c = false
    for i=0..numel(n)-1
        if !c
            t = 0
            for j=0..3
                if n[i] > 90
                    error("too large: ", n[i])
                end
                t += mod(j, n[i])
            end
            c = t > 5
        end
        y[i] = n[i]*2
    end
end
y = ivec(4)
print tried([1,2,7,3], y), " ", y
% expect: 1 [2,4,14,6]
print tried([1,7,0,3], y), " ", y
% expect: 1 [2,14,0,6]
print tried([1,7,99,3], y), " ", y
% expect: 1 [2,14,198,6]
try
    print tried([1,2,0,7], y)
catch e
    print e.message
end
% expect: integer division by zero
try
    print tried([1,2,99,7], y)
catch e
    print e.message
end
% expect: too large: 99
% loop 35: reduction || c
