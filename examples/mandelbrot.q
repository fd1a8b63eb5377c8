% The Mandelbrot set in characters: a map over the points with a serial loop inside each.
width = 64
height = 24
steps = zeros(height, width)
for row = 0..height-1
    for column = 0..width-1
        cr = 3.0*column/width - 2.2
        ci = 2.4*row/height - 1.2
        zr = 0.0
        zi = 0.0
        count = 0
        while count < 50 && zr*zr + zi*zi < 4
            t = zr*zr - zi*zi + cr
            zi = 2*zr*zi + ci
            zr = t
            count += 1
        end
        steps[row,column] = count
    end
end

inside = 0
for row = 0..height-1
    for column = 0..width-1
        if steps[row,column] == 50
            inside += 1
        end
    end
end

for row = 0..height-1
    line = ""
    for column = 0..width-1
        n = steps[row,column]
        line = strcat(line, n == 50 ? "#" : n > 8 ? "+" : n > 4 ? "." : " ")
    end
    print line
end
print inside, " of ", height*width, " points are inside"
% expect-bits inside 0x1.54p+8
