% What stands between a line %{ and a line %} is a comment, as in MATLAB; they may be nested. Without the second the first is a comment as any other.
a = 1
%{
this is no statement: é
a = 2
  %{
a = 3
  %}
a = 4
%}
print a
% expect: 1
    %{
    a = 5
    %}
b = 2 %{
b = 3
%}
print a, b
% expect: 13
%{
print "this runs"
% expect: this runs
