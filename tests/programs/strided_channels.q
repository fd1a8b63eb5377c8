% Elements that lie two, three, four, five apart, in reductions and in maps, up to the last element of the array: vectors that
% are loaded side by side hold them.
function [] = main()
    wrong = 0
    for channels = 1..5
        for count = [1,3,8,15,16,17,31,32,33,64,100,511,512,513,2048,8192,8200,20001]
            x = zeros(count, channels)
            for i = 0..count-1
                for c = 0..channels-1
                    x[i,c] = mod(7*i + 3*c, 61)
                end
            end
            k = cast(x, uint8)
            {!interpreted for}
            for c = 0..channels-1
                wanted = 0
                for i = 0..count-1
                    wanted += mod(7*i + 3*c, 61)
                end
                total = 0.0
                for i = 0..count-1
                    total += x[i,c]
                end
                bytes = 0
                for i = 0..count-1
                    bytes += k[i,c]
                end
                y = zeros(count)
                for i = 0..count-1
                    y[i] = 2*x[i,c] + 1
                end
                z = copy(x)
                for i = 0..count-1
                    z[i,c] = x[i,c] + x[i,0]
                end
                for i = 0..count-1
                    wrong += y[i] != 2*mod(7*i + 3*c, 61) + 1
                    wrong += z[i,c] != x[i,c] + x[i,0]
                end
                wrong += total != wanted
                wrong += bytes != wanted
                wrong += sum(x[:,c]) != wanted
                wrong += max(x[:,c]) != max(cast(k[:,c], scalar))
            end
        end
    end
    print wrong
    % expect: 0
end
