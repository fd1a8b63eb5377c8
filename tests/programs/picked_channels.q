% Few places of the last index that do not follow each other, means of bytes along a dimension, and reshaped arrays inside reductions.
% Expected numbers: NumPy.
function s : int = weighed(y : cube{:})
    z = reshape(y, numel(y), 1)
    s = 0
    for i=0..numel(z)-1
        s += int(16*z[i,0])*(mod(i,97) + 1)
    end
end
function [] = main()
    x = reshape(mod((0..40*60*3-1)*37, 251), 40, 60, 3)
    b = cast(x, uint8)
    z = complex(x, 2*x)
    % expect: 703168576 467293136 703529792 33076768 1173339840
    print weighed(x[:,:,[2,1,0]]), " ", weighed(x[:,:,[2,0]]), " ", weighed(b[:,:,[1,0,2]]), " ", weighed(x[[3,1,0],2..41,[0,2,1]] + 0), " ", weighed(x[:,:,[0,2,0,1,1]])
    % expect: 879053796 16349120 60367040
    print weighed(real(z[:,:,[2,2,0]]) + imag(z[:,:,[0,1,1]])/8), " ", weighed(x[5,:,[2,0,1]]), " ", weighed(reshape(x,40,180)[:,[7,1,9,3,5,11,13,0,2,4,6,8,10,12,14,16]] + 0)
    y : cube'safe = x
    % expect: 37 0 0 111
    print y[0,0,[1,5,-1]][0], " ", y[0,0,[1,5,-1]][1], " ", sum(y[40,0,[1,0]]), " ", sum(y[0,0,[2,5,1]])
    try
        print sum(x[:,:,[0,3,1]])
    catch e
        % expect: index 3 is out of range: 'x' has 3 elements along dimension 2
        print e
    end
    % expect: 233265255 16477364 233265255 10059058
    print weighed(mean(b,2)), " ", weighed(mean(b,0)), " ", weighed(mean(x,2)), " ", weighed(mean(cast(b,int16),1))
    % expect: 689784336 115384219 125 250
    print weighed(sum(reshape(x,40,20,9),2)), " ", weighed(mean(mean(reshape(x,20,2,60,3),1),3)), " ", mean(reshape(x,3,2400)[1,0..9]) > 0 ? 125 : 0, " ", max(reshape(x,7200,1))
    % a reshaped value is one of its own
    t = 2*x
    u = reshape(t, 60, 120)
    u[0,0] = -5
    v = reshape(2*x, 60, 120)
    v[0,1] = -7
    w = reshape(v, 7200)
    w[1] = -9
    % expect: 0 -5 -7 -9 0
    print t[0,0,0], " ", u[0,0], " ", v[0,1], " ", w[1], " ", x[0,0,0]
    try
        print sum(reshape(x, 7, 9), 1)
    catch e
        % expect: 7200 elements cannot become 7 x 9
        print e
    end
end
