% nullptr as what a function gives.
type node : mutable class
  value : int
  next : ^node
end
function n = made(values : vec[int], k : int)
  if k == numel(values)
    n = nullptr
  else
    n = node(value := values[k], next := made(values, k + 1))
  end
end
list = made([3, 1, 2], 0)
print list.value, list.next.next.value, " ", list.next.next.next == nullptr, " ", made(ivec(1), 1) == nullptr
% expect: 32 1 1
% What was never set is empty, and is no element of an array.
c = cell(2)
c[1] = [1,2]
print isempty(c[0]), numel(c[0]), isempty(c[1]), isempty(nullptr)
% expect: 1001
try
    print [1, c[0]]
catch e
    print e
end
% expect: nullptr is an element of an array literal
