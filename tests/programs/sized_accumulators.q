% Accumulators declared with a sized type wrap at every update, as their elements do; sums, products, bits, counts, extremes and their places
% are reductions with the bits of the loop in order.
function r = reduced[T](x : vec[T], n)
    a : T = 3
    b : T = 100
    p : T = 1
    lo : T = 100
    hi : T = 0
    all : T = -1
    any : T = 0
    odd : T = 0
    c : T = 250
    first : T = 90
    last : T = 3
    at = -1
    to = -1
    for i=0..n-1
        a += x[i]
        b = b - 3*x[i]
        p *= x[i] + (mod(x[i],2) == 0)
        lo = min(lo, x[i])
        if x[i] > hi, hi = x[i], end
        all = and(all, or(x[i], 3))
        any = or(any, and(x[i], 12))
        odd = xor(odd, x[i])
        if x[i] > 20, c += 1, end
        if x[i] < first
            first = x[i]
            at = i
        end
        if last <= x[i]
            last = x[i]
            to = i
        end
    end
    r = vec[int](13)
    r[0] = a
    r[1] = b
    r[2] = p
    r[3] = lo
    r[4] = hi
    r[5] = all
    r[6] = any
    r[7] = odd
    r[8] = c
    r[9] = first
    r[10] = at
    r[11] = last
    r[12] = to
end
function r = in_order[T](x : vec[T], n)
    a : T = 3
    b : T = 100
    p : T = 1
    lo : T = 100
    hi : T = 0
    all : T = -1
    any : T = 0
    odd : T = 0
    c : T = 250
    first : T = 90
    last : T = 3
    at = -1
    to = -1
    {!serial for}
    for i=0..n-1
        a += x[i]
        b = b - 3*x[i]
        p *= x[i] + (mod(x[i],2) == 0)
        lo = min(lo, x[i])
        if x[i] > hi, hi = x[i], end
        all = and(all, or(x[i], 3))
        any = or(any, and(x[i], 12))
        odd = xor(odd, x[i])
        if x[i] > 20, c += 1, end
        if x[i] < first
            first = x[i]
            at = i
        end
        if last <= x[i]
            last = x[i]
            to = i
        end
    end
    r = vec[int](13)
    r[0] = a
    r[1] = b
    r[2] = p
    r[3] = lo
    r[4] = hi
    r[5] = all
    r[6] = any
    r[7] = odd
    r[8] = c
    r[9] = first
    r[10] = at
    r[11] = last
    r[12] = to
end
function r = stepped[T](x : vec[T], n)
    a : T = 3
    b : T = 100
    p : T = 1
    lo : T = 100
    hi : T = 0
    all : T = -1
    any : T = 0
    odd : T = 0
    c : T = 250
    first : T = 90
    last : T = 3
    at = -1
    to = -1
    {!interpreted for}
    for i=0..n-1
        a += x[i]
        b = b - 3*x[i]
        p *= x[i] + (mod(x[i],2) == 0)
        lo = min(lo, x[i])
        if x[i] > hi, hi = x[i], end
        all = and(all, or(x[i], 3))
        any = or(any, and(x[i], 12))
        odd = xor(odd, x[i])
        if x[i] > 20, c += 1, end
        if x[i] < first
            first = x[i]
            at = i
        end
        if last <= x[i]
            last = x[i]
            to = i
        end
    end
    r = vec[int](13)
    r[0] = a
    r[1] = b
    r[2] = p
    r[3] = lo
    r[4] = hi
    r[5] = all
    r[6] = any
    r[7] = odd
    r[8] = c
    r[9] = first
    r[10] = at
    r[11] = last
    r[12] = to
end
function [] = compare[T](x : vec[T])
    for n = [0,1,7,1000,100003]
        r = reduced(x, n)
        if sum(abs(r - in_order(x, n))) != 0, print "differs in order: ", n, " ", r, " ", in_order(x, n), end
        if n <= 1000 && sum(abs(r - stepped(x, n))) != 0, print "differs stepped: ", n, " ", r, " ", stepped(x, n), end
        if n == 1000, print r, end
    end
end
function [] = main()
    k = mod((0..100002)*7919 + 13, 1009)
    x = vec[int8](100003)
    x[:] = k
    compare(x)
    x = vec[int16](100003)
    x[:] = k
    compare(x)
    x = vec[int32](100003)
    x[:] = k
    compare(x)
    x = vec[int64](100003)
    x[:] = k
    compare(x)
    x = vec[uint8](100003)
    x[:] = k
    compare(x)
    x = vec[uint16](100003)
    x[:] = k
    compare(x)
    x = vec[uint32](100003)
    x[:] = k
    compare(x)
    x = vec[uint64](100003)
    x[:] = k
    compare(x)
end
% expect: [-12,-111,-125,-128,127,3,12,-69,-94,-128,535,127,573]
% expect: [-19724,-6255,-27261,0,1008,3,12,187,1229,0,864,1008,620]
% expect: [504564,-1513583,-644508285,0,1008,3,12,187,1229,0,864,1008,620]
% expect: [504564,-1513583,7183374561882510723,0,1008,3,12,187,1229,0,864,1008,620]
% expect: [244,145,131,0,255,3,12,187,143,0,582,255,526]
% expect: [45812,59281,38275,0,1008,3,12,187,1229,0,864,1008,620]
% expect: [504564,4293453713,3650459011,0,1008,3,12,187,1229,0,864,1008,620]
% expect: [504564,-1513583,7183374561882510723,0,1008,3,12,187,1229,0,864,1008,620]
