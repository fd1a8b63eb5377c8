% Several loops have one name for their variable: what is inside one of them is in range as that loop says, and a value that was taken in
% one stays what it was in the other.
function y = halves(n : int, m : int)
    y = zeros(n,m)
    for i=0..n-1
        for j=0..m-1
            y[i,j] = 2*i + j
        end
        for j=0..i
            y[i,mod(j,m)] += 1
        end
    end
end
function y = last_place(n : int, w : int)
    y = zeros(n,w)
    {!parallel for}
    for i=0..n-1
        p = 0
        for j=0..2*w
            if j == i + 3
                p = j
            end
        end
        for j=0..w-1
            y[i,j] = y[i,j] + 1
            y[i,p] = y[i,p] + j
        end
    end
end
print sum(halves(40, 7)), " ", sum(last_place(5, 8))
% expect: 12580 180
try
    print sum(last_place(40, 8))
catch e
    print "caught"
end
% expect: caught
