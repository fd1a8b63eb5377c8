% Statements of the host: while, repeat, match, if, break, continue, try.
n = 27
steps = 0
while n != 1
    if mod(n,2) == 0
        n = int(n/2)
    else
        n = 3*n + 1
    end
    steps += 1
end
print steps
% expect: 111
k = 0
repeat
    k += 1
until k*k > 50
print k
% expect: 8
match k with
| 7 -> print "seven"
| 8 -> print "eight"
| _ -> print "other"
end
% expect: eight
s = 0
for i=0..100
    if mod(i,2) == 1
        continue
    end
    if i > 10
        break
    end
    s += i
end
print s
% expect: 30
try
    error("no")
catch e
    print "caught"
end
% expect: caught
function kind = picture(ending)
    match ending with
    | ["png", "tiff"] -> kind = "exact"
    | `"jpg", 3' -> kind = "lossy"
    | _ -> kind = "other"
    end
end
print picture("tiff"), " ", picture("jpg"), " ", picture("gif"), " ", picture(3)
% expect: exact lossy other lossy
