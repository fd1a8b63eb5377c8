% What a kernel prints comes after the launch, in the order of positions, and each position's lines in their own order.
function [] = __kernel__ talk(x : mat, pos : ivec2)
  if x[pos] > 3
    print "at ", pos, ": ", x[pos]
    printf("%d %d -> %.2f%s", pos[0], pos[1], x[pos], " .\n")
  end
end
parallel_do([2,3], reshape(0..5,2,3)*1.0, talk)
% expect: at [1,1]: 4
% expect: 1 1 -> 4.00 .
% expect: at [1,2]: 5
% expect: 1 2 -> 5.00 .
function [] = __kernel__ both(y : vec, pos : int, blkpos : int)
  s = shared(4)
  s[blkpos] = pos
  syncthreads
  z = complex(pos, s[3 - blkpos])
  if blkpos == 0
    print z, " ", [1.5, 2.5] * pos, " ", pos > 0, " ", y[pos]
  end
end
parallel_do([[8],[4]], [7., 6, 5, 4, 3, 2, 1, 0], both)
% expect: 0+3i [0,0] 0 7
% expect: 4+7i [6,10] 1 3
function [] = __kernel__ fails(pos : int)
  print "before ", pos
  if pos == 2
    error("stop")
  end
end
try
  parallel_do(3, fails)
catch e
  print e
end
% expect: before 0
% expect: before 1
% expect: before 2
% expect: stop
