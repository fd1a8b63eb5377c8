% Loops that draw as many random numbers in every iteration get the numbers that they get step by step.
seed(7)
n = 0
x = zeros(1000)
for i = 0..999
  x[i] = rand()
  if x[i] + rand(1) > 1
    n += 1
  end
end
next = rand()
% loop 5: reduction + n
seed(7)
m = 0
y = zeros(1000)
{!interpreted for}
for i = 0..999
  y[i] = rand()
  if y[i] + rand(1) > 1
    m += 1
  end
end
print max(abs(x-y)), " ", n == m, " ", next == rand(), " ", n > 400 && n < 600
% expect: 0 1 1 1
function A = noise(h : int, w : int)
  A = zeros(h, w)
  for i = 0..h-1
    A[i,0] = rand()
    for j = 1..2..w-1
      A[i,j] = randn() * (i+1) + randi(6)
    end
  end
end
function A = noise_in_steps(h : int, w : int)
  A = zeros(h, w)
  {!interpreted for}
  for i = 0..h-1
    A[i,0] = rand()
    {!interpreted for}
    for j = 1..2..w-1
      A[i,j] = randn() * (i+1) + randi(6)
    end
  end
end
seed(3)
A = noise(20, 30)
seed(3)
B = noise_in_steps(20, 30)
print max(abs(A-B)), " ", A[3,4], " ", abs(std(A[:,1])) > 1
% expect: 0 0 1
% Under conditions the loop counts them.
seed(1)
c = 0
for i=0..99
  if mod(i,2) == 0
    c += rand() > 0.5
  end
end
print c > 10 && c < 40
% loop 54: scan + $random, + c
% expect: 1
% The sum over a square in a circle.
seed(5)
inside = 0
for k = 1..3..60000
  p = rand(2)
  inside += sum(p.^2) < 1
end
print abs(inside/20000*4 - pi) < 0.05
% loop 65: reduction + inside
% expect: 1
