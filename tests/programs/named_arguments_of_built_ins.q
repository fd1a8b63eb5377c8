% Built-ins know their arguments by their order; a name is said once to mean nothing, however often the call is made.
% warning Q0205 at 7:9
% near miss: functions of the library and of the program have names
x = [[1.0,2],[3,4]]
y = zeros(2)
for i = 0..1
    y = sum(x, dim:=0)
    print y
end
% expect: [4,6]
% expect: [4,6]
function z = scaled(x, by = 2)
    z = x*by
end
print scaled(y, by:=3)
% expect: [12,18]
