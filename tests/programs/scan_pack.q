% Packing, unpacking, sums stored over what they sum, sums of what the loop has stored before.
function [] = check(n : int)
    m = max(n, 1)
    x = zeros(m)
    for i=0..n-1
        x[i] = mod(i*37, 11) - 5
    end
    kept = zeros(m)
    where = int(zeros(m, 2))
    k = 0
    for i=0..n-1
        if x[i] > 1
            kept[k] = x[i]
            k += 1
        end
    end
    j = 3
    places = int(zeros(m + 3))
    for i=0..n-1
        if x[i] < 0
            j += 1
            places[j - 1] = i
        end
    end
    back = zeros(m)
    u = 0
    for i=0..n-1
        back[i] = -9
        if x[i] > 1
            back[i] = kept[u]
            u += 1
        end
    end
    over = copy(x)
    s = 0.0
    for i=0..n-1
        s += over[i]
        over[i] = s
    end
    doubled = copy(x)
    chain = zeros(m)
    for i=1..n-1
        doubled[i] += x[i]
        chain[i] = chain[i-1] + doubled[i]
    end

    [sk, sj, ss] = [0, 3, 0.0]
    wrong = 0
    #pragma force_serial
    for i=0..n-1
        if x[i] > 1
            wrong += int(kept[sk] != x[i]) + int(back[i] != x[i])
            sk += 1
        else
            wrong += int(back[i] != -9)
        end
        if x[i] < 0
            wrong += int(places[sj] != i)
            sj += 1
        end
        ss += x[i]
        wrong += int(over[i] != ss)
    end
    before = 0.0
    #pragma force_serial
    for i=1..n-1
        before += 2*x[i]
        wrong += int(chain[i] != before)
    end
    assert(wrong == 0, "an element differs")
    assert(k == sk && u == sk && j == sj, "a counter differs")
    assert(s == ss, "the sum differs")
end
sizes = [0,1,2,31,32,33,255,257,2047,2048,2049,4099,20011,300007]
for q = 0..numel(sizes)-1
    check(int(sizes[q]))
end

% A packed array that is too short: the message of the first iteration that fails.
short = zeros(3)
c = 0
try
    for i=0..99
        if mod(i, 7) == 0
            short[c] = i
            c += 1
        end
    end
catch e
    print e
end
% expect: index 3 is out of range: 'short' has 3 elements along dimension 0
