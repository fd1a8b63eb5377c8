% Each row reads the element that its end writes: no thread may look at it afterwards.
y = [3.0, 4.0, 5.0]
for i=0..2
    te = 0.5
    for j=0..1
        te += y[i]
    end
    y[i] = te
end
print y
% expect: [6.5,8.5,10.5]
