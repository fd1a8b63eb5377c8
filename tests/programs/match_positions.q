% A match on a short array compares it as a whole, in kernels and loops as outside: the arms of a Bayer pattern.
function [] = __kernel__ bayer(x : cube(:,:,3), y : mat, pos : ivec2)
    match [mod(pos[0],2), mod(pos[1],2)] with
    | [0,0] -> y[pos] = x[pos[0],pos[1],0]
    | [1,1] -> y[pos] = x[pos[0],pos[1],2]
    | _ -> y[pos] = x[pos[0],pos[1],1]
    end
end
x = zeros(3,4,3)
for m=0..2
    for n=0..3
        x[m,n,0..2] = [100,200,300] + 10*m + n
    end
end
y = zeros(3,4)
parallel_do(size(y), x, y, bayer)
print y
% expect: [100,201,102,203]
% expect: [210,311,212,313]
% expect: [120,221,122,223]
z = zeros(3,4)
for m=0..2
    for n=0..3
        match [m,n] with
        | [2,3,0] -> z[m,n] = 1
        | 1 -> z[m,n] = 2
        | [0,0] -> z[m,n] = 3
        | [[0,0]] -> z[m,n] = 4
        | _ -> z[m,n] = x[m,n,1]
        end
    end
end
print z
% expect: [  3,201,202,203]
% expect: [210,  2,212,213]
% expect: [220,221,222,223]
% loop 22: map
s = ""
for m=0..1
    match [m,1] with
    | [0,1] -> s = s + "a"
    | _ -> s = s + "b"
    end
end
print s
% expect: ab
