% Three channels of a result that goes past the caches, whose rows begin at any place of a line of memory.
function y = scaled(x : mat, h : int, w : int)
    y = zeros(h, w, 3)
    for m = 0..h-1
        for n = 0..w-1
            y[m,n,0] = x[m,n]
            y[m,n,1] = 2*x[m,n] + 1
            y[m,n,2] = -x[m,n]
        end
    end
end
% expect: 0 0 0
% expect: 0 0 0
function [] = main()
    for w = [1536, 1537]
        x = reshape(mod(0..w*1600-1, 1021), [1600, w])
        y = scaled(x, 1600, w)
        print sum(y[:,:,0] != x), " ", sum(y[:,:,1] != 2*x + 1), " ", sum(y[:,:,2] != -x)
    end
end
