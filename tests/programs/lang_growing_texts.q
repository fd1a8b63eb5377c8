% Texts that grow in place are values all the same.
s = "a"
t = s
f = () -> s
for i = 0..999
    s = s + "bc" + i
    s += "."
end
print numel(s), " ", t, " ", f()
% expect: 5891 a a

s = "x"
s = s + s + s
s += s
print s
% expect: xxxxxx
s = s + 1 + 2.5 + [1,2]
print s
% expect: xxxxxx12.5[1,2]

function y = join(a, b)
    y = a
    y += b
    a = a + "lost"
end
u = "left"
print join(u, "right"), " ", u
% expect: leftright left

o = object()
o.text = "field"
v = o.text
v += "!"
print o.text, " ", v, " ", o.text == "field", " ", o.text != v, " ", o.text[1..2]
% expect: field field! 1 1 ie

% Words and letters, stepped where they are.
words = 0
inside = false
line = "some  words and more "
for i = 0..numel(line)-1
    if line[i] == " "
        inside = false
    elseif !inside
        words += 1
        inside = true
    end
end
print words
% expect: 4

n = 3
n = "text"
n += 4
print n
% expect: text4
