% Order and spread of short values in kernels and loops have the bits of the functions outside.

function y = __device__ window(x : mat'clamped, pos : ivec2)
    y = x[[pos[0]-1, pos[0], pos[0]+1], pos[1]-1..pos[1]+1]
end
h = 7
w = 9
x = zeros(h,w)
for i = 0..h-1
    for j = 0..w-1
        x[i,j] = mod(i*i*5 + j*7, 11)*0.37 - 1.1
    end
end
x[3,4] = nan
k = zeros(h,w,8)
parallel_do([h,w], __kernel__ (pos : ivec2) -> (a = reshape(window(x,pos), [1,9]); s = sort(a[0,0..4]); k[pos[0],pos[1],0] = s[1]; k[pos[0],pos[1],1] = median(a); k[pos[0],pos[1],2] = median([x[pos],0.5]); k[pos[0],pos[1],3] = argmax([0,x[pos],1.5]) + 10*argmin([0,x[pos],1.5]); k[pos[0],pos[1],4] = cumsum([x[pos],2,0.1])[2] + cumprod([2,x[pos]])[1]; k[pos[0],pos[1],5] = var([x[pos],1,2.5]); k[pos[0],pos[1],6] = std([x[pos],1.25]); k[pos[0],pos[1],7] = sum(fliplr([x[pos],2]).*[1,3]) + sum(eye(2)*transpose([x[pos],1])) + cast(x[pos]*3, int) + cast(300, "uint8")))
l = zeros(h,w,8)
for i = 0..h-1
    for j = 0..w-1
        a = reshape(window(x,[i,j]), [1,9])
        s = sort(a[0,0..4])
        l[i,j,:] = [s[1], median(a), median([x[i,j],0.5]), argmax([0,x[i,j],1.5]) + 10*argmin([0,x[i,j],1.5]), cumsum([x[i,j],2,0.1])[2] + cumprod([2,x[i,j]])[1], var([x[i,j],1,2.5]), std([x[i,j],1.25]), sum(fliplr([x[i,j],2]).*[1,3]) + sum(eye(2)*transpose([x[i,j],1])) + cast(x[i,j]*3, int) + cast(300, "uint8")]
    end
end
o = zeros(h,w,8)
{!interpreted for}
for i = 0..h-1
    {!interpreted for}
    for j = 0..w-1
        a = zeros(1,9)
        {!interpreted for}
        for n = 0..8
            a[n] = x[min(max(i+floor(n/3)-1, 0), h-1), min(max(j+mod(n,3)-1, 0), w-1)]
        end
        s = sort(a[0,0..4])
        o[i,j,:] = [s[1], median(a), median([x[i,j],0.5]), argmax([0,x[i,j],1.5]) + 10*argmin([0,x[i,j],1.5]), cumsum([x[i,j],2,0.1])[2] + cumprod([2,x[i,j]])[1], var([x[i,j],1,2.5]), std([x[i,j],1.25]), sum(fliplr([x[i,j],2]).*[1,3]) + sum(eye(2)*transpose([x[i,j],1])) + cast(x[i,j]*3, int) + cast(300, "uint8")]
    end
end
different = 0
for i = 0..numel(o)-1
    different += !(k[i] == o[i] && l[i] == o[i] || isnan(k[i]) && isnan(o[i]) && isnan(l[i]))
end
print different, " ", sum(isnan(o))
% expect: 0 14
printf("%.4f %.4f %.4f %.4f\n", k[5,3,0], k[5,3,1], k[5,3,2], k[5,3,4])
printf("%d %.4f %.4f %.4f\n", k[5,3,3], k[5,3,5], k[5,3,6], k[5,3,7])
% expect: 0.0100 1.4900 0.2550 2.1300
% expect: 2 1.5717 0.8768 47.0400
% medians of windows of other sizes
v = reshape(mod((0..599)*37, 101), [20,30])*0.5
m = zeros(16,26,4)
for i = 0..15
    for j = 0..25
        m[i,j,:] = [median(v[i..i+1,j..j+2]), median(v[i..i+2,j]), median(v[i..i+3,j..j+3]), median(v[i..i+4,j..j+4])]
    end
end
n = zeros(16,26,4)
{!interpreted for}
for i = 0..15
    {!interpreted for}
    for j = 0..25
        n[i,j,:] = [median(v[i..i+1,j..j+2]), median(v[i..i+2,j]), median(v[i..i+3,j..j+3]), median(v[i..i+4,j..j+4])]
    end
end
print sum(m != n), " ", sum(m[:,:,0]), " ", sum(m[:,:,1]), " ", sum(m[:,:,2]), " ", sum(m[:,:,3])
% expect: 0 10305.75 10400 10264.75 10235.5
% the places of sorted values, the place beside an extreme, functions that index a short argument by computed values, arms of
% several numbers, fields that are short arrays
function [least, at] = lowest(v)
    least = v[0]
    at = 0
    for n = 1..numel(v)-1
        if v[n] < least
            least = v[n]
            at = n
        end
    end
end
type settings : class
    weights : vec
end
function [] = all_ways(x, y, p)
    function [] = __kernel__ k(pos : ivec2)
        c = [x[pos],1,2]
        [s, from] = sort(c)
        [most, at] = max(c)
        [least, first] = lowest(c)
        y[pos[0],pos[1],0..5] = [s[1], from[0]*100 + from[1]*10 + from[2], most + 10*at, least + 10*first, sum(p.weights.*c), 0]
        match int(x[pos]) with
        | 0 -> y[pos[0],pos[1],5] = 5
        | [1,2] -> y[pos[0],pos[1],5] = 6
        | _ -> y[pos[0],pos[1],5] = 7
        end
    end
    parallel_do(size(x), k)
end
x = reshape(mod(0..11, 4)*1.0, [3,4])
y = zeros(3,4,6)
all_ways(x, y, settings(weights := [0.5,1,2]))
for j = 0..3
    print y[1,j,:]
end
% expect: [1,12,22,0,5,5]
% expect: [1,12,22,1,5.5,6]
% expect: [2,102,2,11,6,6]
% expect: [2,120,3,11,6.5,7]
for i = 0..2
    for j = 0..3
        c = [x[i,j],1,2]
        [s, from] = sort(c)
        [most, at] = max(c)
        y[i,j,0..2] = [s[1], from[0]*100 + from[1]*10 + from[2], most + 10*at]
        match int(x[i,j]) with
        | 0 -> y[i,j,5] = 5
        | [1,2] -> y[i,j,5] = 6
        | _ -> y[i,j,5] = 7
        end
    end
end
print y[2,2,:], " ", y[2,3,:], " ", sum(y[:,:,5])
% expect: [2,102,2,11,6,6] [2,120,3,11,6.5,7] 72
% one without a number has no first place
parallel_do(3, __kernel__ (pos : int) -> k[0,0,pos] = argmin([nan, nan]*pos))
% error Q0404 at 123:55
