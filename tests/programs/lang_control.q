% match, try, repeat, ranges, errors with text.
function y = name(v)
  match v with
  | 1 -> y = "one"
  | [2,3] -> y = "two or three"
  | "abc" -> y = "letters"
  | _ -> y = "other"
  end
end
print name(1), " ", name(2), " ", name(3), " ", name("abc"), " ", name("x"), " ", name(2.5)
% expect: one two or three two or three letters other other
try
  error("bad value %d", 5)
catch e
  print "caught: " + e
end
% expect: caught: bad value 5
try
  x = undefined_name + 1
catch e
  print e
end
% expect: 'undefined_name' is not defined
try
  match 5 with
  | 1 -> print "no"
  end
catch e
  print e
end
% expect: no arm matches 5
i = 0
repeat
  i += 1
until i >= 3
print i
% expect: 3
print 0..0.25..1, " ", 5..-2..1, " ", 3..1
% expect: [0,0.25,0.5,0.75,1] [5,3,1] []
for t = 1..-0.25..0.5
  print t
end
% expect: 1
% expect: 0.75
% expect: 0.5
s = ""
for k = 0..2
  s += k
end
print s
% expect: 012
if true && "a" == "a" || false
  print "yes"
end
% expect: yes
function y = guarded(a)
  y = 0
  try
    y = a[3]
  catch
    y = -1
  end
end
print guarded([1,2,3,4]), guarded([1])
% expect: 4-1
a = [1,2,3]
print a == [1,0,3], " ", !(a > 1), " ", a > 1 && a < 3
% expect: [1,0,1] [1,0,0] [0,1,0]
print a .^ 2, " ", 2 .^ a, " ", a / 2, " ", 7 / 2, " ", int(7 / 2)
% expect: [1,4,9] [2,4,8] [0.5,1,1.5] 3.5 3
q = 5
q ^= 2
q ^^= 100
q __= 50
print q
% expect: 50
function [] = main(n = 3)
  print "main ", n
end

% expect: main 3
