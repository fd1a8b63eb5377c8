% Windows that grow around each of many places until they hold enough: inner loops whose length no loop around them tells.
N = 72
y = zeros(N,N)
for i=0..N-1
    for j=0..N-1
        y[i,j] = mod(i*31+j*17,23)
    end
end
middle = zeros(N,N)
mean_of = zeros(N,N)
for i=0..N-1
    for j=0..N-1
        r = 1
        while r < 4
            v = []
            for a=-r..r
                for b=-r..r
                    if i+a >= 0 && i+a < N && j+b >= 0 && j+b < N
                        v = [v, y[i+a,j+b]]
                    end
                end
            end
            for k=1..numel(v)-1
                e = v[k]
                at = k-1
                while at >= 0 && v[at] > e
                    v[at+1] = v[at]
                    at -= 1
                end
                v[at+1] = e
            end
            middle[i,j] = v[int(numel(v)/2)]
            if v[0] < middle[i,j] && middle[i,j] < v[numel(v)-1]
                break
            end
            r += 1
        end
    end
end
for i=0..N-1
    for j=0..N-1
        r = 1
        while r < 5
            s = 0.0
            n = 0
            for a=-r..r
                for b=-r..r
                    if i+a >= 0 && i+a < N && j+b >= 0 && j+b < N
                        s += y[i+a,j+b]
                        n += 1
                    end
                end
            end
            if s/n > 11.5
                break
            end
            r += 1
        end
        mean_of[i,j] = s
    end
end
print sum(middle), " ", sum(mean_of), " ", max(mean_of), " ", middle[3,0..5], " ", r
% expect: 57418 2970675 909 [10,10,12,12,9,9] 5
