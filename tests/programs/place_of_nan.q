% [m, k] = max(x, [], dim) has the values of max(x, [], dim); the place of a line without numbers is 0.
x = [[nan,nan],[2,3],[nan,1]]
function [] = show(m, k)
    print reshape(m, [numel(m)]), " ", reshape(k, [numel(k)])
end
[m, k] = max(x, [], 1)
show(m, k)
[m, k] = min(x, [], 1)
show(m, k)
[m, k] = max(x, [], 0)
show(m, k)
[m, k] = max(x)
print m, " ", k
[m, k] = min([nan,nan])
print m, " ", k
[m, k] = max(nan)
print m, " ", k
large = nan*ones(3, 5000)
large[1,4000] = 7
[m, k] = max(large, [], 1)
show(m, k)
[m, k] = min(large, [], 0)
print sum(isnan(m)), " ", m[4000], " ", k[0,4000]
places = zeros(3)
values = zeros(3)
for i=0..2
    [a, b] = max(x[i,:])
    values[i] = a
    places[i] = b
end
print values, places
for i=0..2
    [a, b] = min(x[i,0..1])
    values[i] = a
    places[i] = b
end
print values, places
for i=0..2
    [a, b] = min(x[i,0..size(x,1)-1])
    values[i] = a
    places[i] = b
end
print values, places
try
    print argmax([nan,nan])
catch e
    print e
end
try
    print argmin(x, 1)
catch e
    print e
end
% expect: [nan,3,1] [0,1,1]
% expect: [nan,2,1] [0,0,1]
% expect: [2,3] [1,1]
% expect: 3 3
% expect: nan 0
% expect: nan 0
% expect: [nan,7,nan] [0,4000,0]
% expect: 4999 7 1
% expect: [nan,3,1][0,1,1]
% expect: [nan,2,1][0,0,1]
% expect: [nan,2,1][0,0,1]
% expect: 'argmax' of an array without numbers
% expect: 'argmin' of an array without numbers
