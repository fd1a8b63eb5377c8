% What programs show goes into files, and the objects they get have the methods they call.
ramp = zeros(2, 4)
ramp[1,:] = [0, 100, 254.6, 300]
fig0 = imshow(ramp)
p = fig0.rasterize()
print type(p), " ", size(p), " ", p[1,0,0], " ", p[1,1,0], " ", p[1,2,0], " ", p[1,3,0]
% expect: cube[uint8] [2,4,1] 0 100 255 255
fig1 = imshow([[0.5, 1], [1.5, nan]], [0.5, 1.5])
q = fig1.rasterize()
print q[0,0,0], " ", q[0,1,0], " ", q[1,0,0], " ", q[1,1,0]
% expect: 0 128 255 0
own = imshow([[-2.0, 0, 2]], [])
r = own.rasterize()
print r[0,0,0], " ", r[0,1,0], " ", r[0,2,0]
% expect: 0 128 255
colour = imshow(ones(2,2,3)*7)
c = colour.rasterize()
print size(c), " ", c[1,1,2]
% expect: [2,2,3] 7
fig0.connect(fig1)
print fig0.number, " ", fig1.number
% expect: 1 2

% a loop that shows until the window is closed runs once
n = 0
repeat
    n += 1
    imshow(ramp)
    pause(0)
until !hold("on")
hold("off")
frm = form("settings")
frm.width = 600
frm.center()
while !frm.closed()
    n += 10
end
print n
% expect: 11

state = object()
state.gain = 1.5
slider = frm.add_slider("gain", state.gain, 0, 3)
slider.onchange.add(() -> state.gain = slider.value)
slider.onmousedown.add(p -> state.gain = 7)
box = frm.add_checkbox("on", true)
button = frm.add_button("go")
button.onclick.add(() -> (state.gain = 2; state.done = true))
slider.value = 2.5
view = frm.add_display()
view.imshow(ramp)
view.plot(0..9, (0..9).^2)
print slider.value, " ", slider.max, " ", box.value, " ", state.gain, " ", frm.width
% expect: 2.5 3 1 1.5 600

parts = frm.add_display()
parts.subplot(1, 2, 0)
left = parts.imshow(ramp)
parts.subplot(1, 2, 1)
right = parts.imshow(ramp, [0, 1])
left.connect(right)
print right.number - left.number
% expect: 1

figure()
x = linspace(0, 6, 50)
hold("on")
plot(x, sin(x), "r--")
plot(x, cos(x), "LineWidth", 2)
title("curves")
xlabel("t")
ylabel("value")
legend("sin", "cos")
axis([0, 6, -1.5, 1.5])
grid("on")
hold("off")
f = scatter([1,2,3], [3,1,2])
f.title("points")
hist(rand(100), 8)
bar([1,3,2])
stem([1,-1])
mesh(ones(4,5))
try
    plot([1,2,3], [1,2])
catch e
    print e
end
% expect: the curve has 3 values of x and 2 of y
try
    fig1.rasterise()
catch e
    print "no such method"
end
% expect: no such method
g : qplot = plot([1,2])
bar_widget = frm.add_progressbar("done", 0.5)
print g.number > 0, " ", bar_widget.value
% expect: 1 0.5
