% Fields of a fixed size that a loop reads and that functions it calls change have their values after it; products of such fields and matrices.
type mp : mutable class
    n : int
    v : vec3
    z : cscalar
end
function [] = bump(p, k)
    p.n += k
    p.v[0] += 1
end
function [] = move(p)
    p.v += [1,0,2]
end
function [] = turn(p)
    p.z *= 1j
end
function [] = run()
    r = mp(4, [1,-1,2], 2+1j)
    a = 0.0
    for j=0..6
        a -= r.v[mod(j,3)]
        bump(r, j)
    end
    print r.n, " ", r.v, " ", a
    a = 0.0
    for j=0..6
        a += r.v[0]
        move(r)
    end
    print r.v, " ", a
    a = 0.0
    for j=0..6
        a += real(r.z)
        turn(r)
    end
    print r.z, " ", a
    k = [[1.0,2,1],[0,-1,0.5],[2,0,1]]
    y = zeros(2,3)
    for i=0..1
        y[i,0..2] = r.v*k + i
    end
    print y
    print r.v*k
end
run()
% expect: 25 [8,-1,2] -14
% expect: [15,-1,16] 77
% expect: 1-2i -1
% expect: [  47,  31,30.5]
% expect: [  48,  32,31.5]
% expect: [47,31,30.5]
