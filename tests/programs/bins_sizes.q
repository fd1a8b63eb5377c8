% Bins over many extents and numbers of bins against the loop in order: counts in floats and integers, weights, maxima,
% several updates of one array, two arrays, two dimensions.
function [] = check(n : int, bins : int)
    m = max(n, 1)
    k = int(zeros(m))
    w = zeros(m)
    for i=0..n-1
        k[i] = mod(i*7919 + 13, bins)
        w[i] = (mod(i*31, 16) - 7)/8   % sums are exact
    end
    counts = ones(bins)
    for i=0..n-1
        counts[k[i]] += 1
    end
    numbers = int(zeros(bins))
    last = -1
    for i=0..n-1
        last = k[i]
        numbers[last] += 2
        numbers[bins - 1 - last] += 1
    end
    weights = zeros(bins)
    top = int(zeros(bins)) - 1000
    for i=0..n-1
        weights[k[i]] += w[i]
        top[k[i]] = max(top[k[i]], i)
    end
    squares = zeros(bins)
    for i=0..n-1
        squares[k[i]] += w[i]*w[i]
    end
    bits = int(zeros(bins))
    bytes = uint8(zeros(bins))
    for i=0..n-1
        if mod(i, 3) != 0
            bits[k[i]] = or(bits[k[i]], i)
            bytes[k[i]] += uint8(3)
        end
    end

    scounts = ones(bins)
    snumbers = int(zeros(bins))
    sweights = zeros(bins)
    stop = int(zeros(bins)) - 1000
    ssquares = zeros(bins)
    sbits = int(zeros(bins))
    sbytes = uint8(zeros(bins))
    #pragma force_serial
    for i=0..n-1
        scounts[k[i]] += 1
        snumbers[k[i]] += 2
        snumbers[bins - 1 - k[i]] += 1
        sweights[k[i]] += w[i]
        stop[k[i]] = max(stop[k[i]], i)
        ssquares[k[i]] += w[i]*w[i]
        if mod(i, 3) != 0
            sbits[k[i]] = or(sbits[k[i]], i)
            sbytes[k[i]] += uint8(3)
        end
    end
    wrong = 0
    for b=0..bins-1
        wrong += int(counts[b] != scounts[b]) + int(numbers[b] != snumbers[b]) + int(weights[b] != sweights[b])
        wrong += int(top[b] != stop[b]) + int(squares[b] != ssquares[b]) + int(bits[b] != sbits[b]) + int(bytes[b] != sbytes[b])
    end
    assert(wrong == 0, "bins differ")
    assert(n == 0 || last == k[n-1], "the last value differs")
end

sizes = [0,1,2,31,32,33,255,257,1023,4099,20011,70001]
for q = 0..numel(sizes)-1
    check(int(sizes[q]), 1)
    check(int(sizes[q]), 10)
    check(int(sizes[q]), 256)
    check(int(sizes[q]), 1000)
    check(int(sizes[q]), 20000)
end

% Two dimensions, an index outside fails with the iteration's message.
joint = int(zeros(8, 5))
for i=0..99999
    joint[mod(i*i, 8), mod(i, 5)] += 1
end
print joint[0,0], " ", joint[1,2], " ", joint[4,4], " ", joint[7,0]
a = zeros(10)
try
    for i=0..999
        a[mod(i*i, 17)] += 1
    end
catch e
    print e
end
% expect: 5000 10000 5000 0
% expect: index 16 is out of range: 'a' has 10 elements along dimension 0
