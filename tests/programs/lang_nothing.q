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
