% Once a truth value is decided nothing more is read: no index behind it fails, with or without recognition.
b = [0,1,0]
c = false
for k=0..9
    c = c || b[k] > 0
end
print c
% expect: 1
d = true
for k=0..9
    d = d && b[k] > 0
end
print d
% expect: 0
e = false
for k=0..2
    e = e || b[k] > 5
end
print e
% expect: 0
