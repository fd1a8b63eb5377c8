% c ? v : w gives one of the arrays, no copy: what is written into it is written into that one.
function [] = mark(p)
    p[0] = 9
end
function y = sum_of(p)
    y = p[0] + p[1] + p[2]
end
y = zeros(4)
for i=0..3
    v = [1.0,2,3]
    w = [4.0,5,6]
    a = mod(i,2)==0 ? v : w
    a[0] = 9
    y[i] = v[0]*100 + w[0]
end
print y
% expect: [904,109,904,109]
for i=0..3
    v = [1.0,2,3]
    w = [4.0,5,6]
    a = mod(i,2)==0 ? v : w
    v[0] = 7
    y[i] = a[0]
end
print y
% expect: [7,4,7,4]
for i=0..3
    v = [1.0,2,3]
    w = [4.0,5,6]
    a = mod(i,2)==0 ? v : i==1 ? w : v
    mark(a)
    y[i] = v[0]*100 + w[0]
end
print y
% expect: [904,109,904,904]
for i=0..3
    v = [1.0,2,3]
    w = [4.0,5,6]
    mark(mod(i,2)==0 ? v : w)
    y[i] = v[0]*100 + w[0]
end
print y
% expect: [904,109,904,109]
% only read: compiled, as is a copy that is asked for
{!parallel for}
for i=0..3
    v = [1.0,2,3]
    w = [4.0,5,6]
    a = mod(i,2)==0 ? v : w
    b = copy(mod(i,2)==0 ? w : v)
    b[0] = 100
    y[i] = sum_of(a) + b[0] + sum_of(mod(i,2)==0 ? w : v)
end
print y
% expect: [121,121,121,121]
