% Generic classes that hold themselves: nullptr fits ^node[T], other arguments say what T is.
type node[T] : mutable class
    value : T
    next : ^node[T]
end
function l = cons[T](x : T, rest : ^node[T])
    l = node[T](value := x, next := rest)
end
function n = count[T](l : ^node[T])
    n = l == nullptr ? 0 : 1 + count(l.next)
end
l : ^node[int] = nullptr
for i = 0..4
    l = cons(i*i, l)
end
% expect: 5 16 node[int]
print count(l), " ", l.value, " ", type(l)
% expect: 2 b
words = cons("b", cons("a", nullptr))
print count(words), " ", words.value
% expect: 0
print count(nullptr)
