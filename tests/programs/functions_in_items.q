% Functions that are fields of items of cells, called in loops: those at places that the loop computes too.
type op : class
    name : string
    f : [scalar -> scalar]
end
ops = cell(2)
ops[0] = op("sq", x -> x*x)
ops[1] = op(name:="half", f:=(x -> x/2))
r = 3.0
for i=0..1
    r = ops[i].f(r)
    print ops[i].name, " -> ", r
end
% expect: sq -> 9
% expect: half -> 4.5

y = zeros(4)
for k=0..3
    y[k] = ops[0].f(k) + ops[mod(k,2)].f(1)
end
print y
% expect: [1,1.5,5,9.5]

% Near miss: a function of that name takes the item as its first argument.
function z = twice(o)
    z = numel(o.name)*2
end
t = 0
for i=0..1
    t += ops[i].twice()
end
print t
% expect: 12

% A loop over the items inside another loop.
type stage : mutable class
    name : string
    apply : [mat -> mat]
    calls : int
end
stages = `stage(name:="shift", apply:=v -> v+1, calls:=0), stage(name:="double", apply:=v -> 2*v, calls:=0)'
z = ones(1,2)
for round=1..2
    for s = stages
        z = s.apply(z)
        s.calls += 1
    end
end
print z, " ", stages[1].calls
% expect: [10,10] 2
