% Six figures in qc-output: curves with a legend, bars, a histogram, error bars, an image with a colour bar, parts of one.
x = linspace(0, 10, 200);
plot(x, exp(-x/5), x, exp(-x/5).*cos(3*x), "--")
legend("decay", "oscillation")
title("a damped oscillation")
xlabel("t")
grid("on")

bar([[3, 2, 1], [7, 5, 4], [2, 6, 3]])
legend("first", "second", "third")

hist(randn(2000), 25)

errorbar(1..5, [1, 3, 2, 5, 4], [0.5, 0.3, 0.8, 0.4, 0.5], "o")

bump = zeros(48, 64)
for m = 0..47
    for n = 0..63
        bump[m,n] = exp(-((m - 20)^2 + (n - 35)^2)/200)
    end
end
imagesc(bump)
colormap("viridis")
colorbar()
title("a bump")

f = subplot(1, 2, 1)
loglog(x[1..199], x[1..199].^2)
subplot(1, 2, 2)
plot(1000000 + x, sin(x))
xlabel("ticks share 1000000")
print f.number
% expect: 6
% f.save("parts.png") or f.save("parts.jpg", 2), of twice as many pixels, gives files to hand on.
