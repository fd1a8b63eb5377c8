% The kernels of the Livermore loops by their formulas: bench/suites.py calls each beside the function of its name in
% livermore.c.

function [] = k01_hydro(q : scalar, r : scalar, t : scalar, x : vec, y : vec, z : vec)
    for k = 0..numel(x)-1
        x[k] = q + y[k]*(r*z[k+10] + t*z[k+11])
    end
end
function [] = k02_conjugate_gradient(n : int, x : vec, v : vec)
    last = 0
    left = n
    while left > 1
        first = last
        last += left
        left = int(left/2)
        i = last
        for k = first+1..2..last-1
            x[i] = x[k] - v[k]*x[k-1] - v[k+1]*x[k+1]
            i += 1
        end
    end
end
function q = k03_inner_product(x : vec, z : vec)
    q = 0.0
    for k = 0..numel(x)-1
        q += z[k]*x[k]
    end
end
function [] = k04_banded(n : int, x : vec, y : vec)
    step = int((n-7)/2)
    for k = 6..step..n-1
        l = k - 6
        t = x[k-1]
        for j = 4..5..n-1
            t -= x[l]*y[j]
            l += 1
        end
        x[k-1] = y[4]*t
    end
end
function [] = k05_tridiagonal(x : vec, y : vec, z : vec)
    for i = 1..numel(x)-1
        x[i] = z[i]*(y[i] - x[i-1])
    end
end
function [] = k06_recurrence(w : vec, b : mat)
    for i = 1..numel(w)-1
        w[i] = 0.01
        for k = 0..i-1
            w[i] += b[k,i]*w[i-k-1]
        end
    end
end
function [] = k07_state(q : scalar, r : scalar, t : scalar, x : vec, y : vec, z : vec, u : vec)
    for k = 0..numel(x)-1
        x[k] = u[k] + r*(z[k] + r*y[k]) +
               t*(u[k+3] + r*(u[k+2] + r*u[k+1]) + t*(u[k+6] + q*(u[k+5] + q*u[k+4])))
    end
end
function [] = k08_alternating(a11 : scalar, a12 : scalar, a13 : scalar, a21 : scalar, a22 : scalar, a23 : scalar,
                              a31 : scalar, a32 : scalar, a33 : scalar, sig : scalar, u1 : cube, u2 : cube, u3 : cube,
                              du1 : vec, du2 : vec, du3 : vec)
    for x = 1..2
        for y = 1..numel(du1)-2
            du1[y] = u1[0,y+1,x] - u1[0,y-1,x]
            du2[y] = u2[0,y+1,x] - u2[0,y-1,x]
            du3[y] = u3[0,y+1,x] - u3[0,y-1,x]
            u1[1,y,x] = u1[0,y,x] + a11*du1[y] + a12*du2[y] + a13*du3[y] +
                        sig*(u1[0,y,x+1] - 2*u1[0,y,x] + u1[0,y,x-1])
            u2[1,y,x] = u2[0,y,x] + a21*du1[y] + a22*du2[y] + a23*du3[y] +
                        sig*(u2[0,y,x+1] - 2*u2[0,y,x] + u2[0,y,x-1])
            u3[1,y,x] = u3[0,y,x] + a31*du1[y] + a32*du2[y] + a33*du3[y] +
                        sig*(u3[0,y,x+1] - 2*u3[0,y,x] + u3[0,y,x-1])
        end
    end
end
function [] = k09_predictors(p : mat, c : vec)
    for i = 0..size(p,0)-1
        p[i,0] = c[6]*p[i,12] + c[5]*p[i,11] + c[4]*p[i,10] + c[3]*p[i,9] + c[2]*p[i,8] + c[1]*p[i,7] +
                 c[0]*p[i,6] + c[7]*(p[i,4] + p[i,5]) + p[i,2]
    end
end
function [] = k10_differences(p : mat, c : mat)
    for i = 0..size(p,0)-1
        a = c[i,4]
        b = a - p[i,4]
        p[i,4] = a
        d = b - p[i,5]
        p[i,5] = b
        a = d - p[i,6]
        p[i,6] = d
        b = a - p[i,7]
        p[i,7] = a
        d = b - p[i,8]
        p[i,8] = b
        a = d - p[i,9]
        p[i,9] = d
        b = a - p[i,10]
        p[i,10] = a
        d = b - p[i,11]
        p[i,11] = b
        p[i,13] = d - p[i,12]
        p[i,12] = d
    end
end
function [] = k11_first_sum(x : vec, y : vec)
    x[0] = y[0]
    for k = 1..numel(x)-1
        x[k] = x[k-1] + y[k]
    end
end
function [] = k12_first_difference(x : vec, y : vec)
    for k = 0..numel(x)-1
        x[k] = y[k+1] - y[k]
    end
end
function [] = k13_particles(p : mat, b : mat, c : mat, y : vec, z : vec, e : vec[int32], f : vec[int32], h : mat)
    for k = 0..size(p,0)-1
        i1 = and(int(p[k,0]), 63)
        j1 = and(int(p[k,1]), 63)
        p[k,2] += b[j1,i1]
        p[k,3] += c[j1,i1]
        p[k,0] += p[k,2]
        p[k,1] += p[k,3]
        i2 = and(int(p[k,0]), 63)
        j2 = and(int(p[k,1]), 63)
        p[k,0] += y[i2+32]
        p[k,1] += z[j2+32]
        i2 += e[i2+32]
        j2 += f[j2+32]
        h[j2,i2] += 1
    end
end
function [] = k14_particles_in_a_line(flx : scalar, vx : vec, xx : vec, xi : vec, ex1 : vec, dex1 : vec,
                                      ix : vec[int32], ir : vec[int32], rx : vec, grd : vec, ex : vec, dex : vec,
                                      rh : vec)
    for k = 0..numel(grd)-1
        vx[k] = 0
        xx[k] = 0
        ix[k] = int(grd[k])
        xi[k] = ix[k]
        ex1[k] = ex[max(ix[k]-1, 0)]
        dex1[k] = dex[max(ix[k]-1, 0)]
    end
    for k = 0..numel(grd)-1
        vx[k] += ex1[k] + (xx[k] - xi[k])*dex1[k]*0.001
        xx[k] += vx[k] + flx
        ir[k] = int(xx[k])
        rx[k] = xx[k] - ir[k]
        ir[k] = and(ir[k], 2047) + 1
        xx[k] = rx[k] + ir[k]
    end
    for k = 0..numel(grd)-1
        rh[ir[k]-1] += 1 - rx[k]
        rh[ir[k]] += rx[k]
    end
end
function [] = k15_casual(vy : mat, vh : mat, vf : mat, vg : mat, vs : mat)
    for j = 1..size(vy,0)-2
        for k = 1..size(vy,1)-2
            t = vh[j+1,k] > vh[j,k] ? 0.053 : 0.073
            if vf[j,k] < vf[j,k-1]
                r = max(vh[j,k-1], vh[j+1,k-1])
                s = vf[j,k-1]
            else
                r = max(vh[j,k], vh[j+1,k])
                s = vf[j,k]
            end
            vy[j,k] = sqrt(vg[j,k]*vg[j,k] + r*r)*t/s
            if vf[j,k] < vf[j-1,k]
                r = max(vg[j-1,k], vg[j-1,k+1])
                s = vf[j-1,k]
                t = 0.053
            else
                r = max(vg[j,k], vg[j,k+1])
                s = vf[j,k]
                t = 0.073
            end
            vs[j,k] = sqrt(vh[j,k]*vh[j,k] + r*r)*t/s
        end
    end
end
function steps = k16_search(t : scalar, s : scalar, zone : vec[int32], plan : vec, d : vec)
    steps = 0
    for k = 0..numel(plan)-1
        steps += 1
        x = plan[k]
        if x < t
            if d[zone[k]] < s
                break
            end
        elseif x > t
            steps += 1
            if d[zone[k]]*x < s*s
                break
            end
        else
            steps += 2
        end
    end
end
function xnm = k17_conditional(scale : scalar, xnm : scalar, e6 : scalar, lin : vec, lr : vec, spread : vec, see : vec)
    for i = numel(lin)-1..-1..1
        e3 = xnm*lr[i] + lin[i]
        xnei = lin[i]
        spread[i] = e6
        if xnm > scale*0.5*xnei || xnm > e3
            e6 = xnm*0.3 + lin[i]*0.2
            xnm = e6*0.9
        else
            xnc = scale*e3
            see[i] = xnc
            e6 = e3 + e3 - xnm
            xnm = e3*0.5
        end
    end
end
function [] = k18_explicit_hydro(t : scalar, s : scalar, za : mat, zb : mat, zm : mat, zp : mat, zq : mat, zr : mat,
                                 zu : mat, zv : mat, zz : mat)
    m = size(za,0)
    for k = 1..m-2
        for j = 1..m-2
            za[k,j] = (zp[k+1,j-1] + zq[k+1,j-1] - zp[k,j-1] - zq[k,j-1])*(zr[k,j] + zr[k,j-1])/
                      (zm[k,j-1] + zm[k+1,j-1])
            zb[k,j] = (zp[k,j-1] + zq[k,j-1] - zp[k,j] - zq[k,j])*(zr[k,j] + zr[k-1,j])/(zm[k,j] + zm[k,j-1])
        end
    end
    for k = 1..m-2
        for j = 1..m-2
            zu[k,j] += s*(za[k,j]*(zz[k,j] - zz[k,j+1]) - za[k,j-1]*(zz[k,j] - zz[k,j-1]) -
                          zb[k,j]*(zz[k,j] - zz[k-1,j]) + zb[k+1,j]*(zz[k,j] - zz[k+1,j]))
            zv[k,j] += s*(za[k,j]*(zr[k,j] - zr[k,j+1]) - za[k,j-1]*(zr[k,j] - zr[k,j-1]) -
                          zb[k,j]*(zr[k,j] - zr[k-1,j]) + zb[k+1,j]*(zr[k,j] - zr[k+1,j]))
        end
    end
    for k = 1..m-2
        for j = 1..m-2
            zr[k,j] += t*zu[k,j]
            zz[k,j] += t*zv[k,j]
        end
    end
end
function stb = k19_both_ways(stb : scalar, sa : vec, sb : vec, b : vec)
    for k = 0..numel(b)-1
        b[k] = sa[k] + stb*sb[k]
        stb = b[k] - stb
    end
    for k = numel(b)-1..-1..0
        b[k] = sa[k] + stb*sb[k]
        stb = b[k] - stb
    end
end
function [] = k20_ordinates(dk : scalar, s : scalar, t : scalar, x : vec, xx : vec, y : vec, g : vec, z : vec,
                            u : vec, v : vec, w : vec, vx : vec)
    for k = 0..numel(x)-1
        di = y[k] - g[k]/(xx[k] + dk)
        dn = 0.2
        if di != 0
            dn = max(s, min(z[k]/di, t))
        end
        x[k] = ((w[k] + v[k]*dn)*xx[k] + u[k])/(vx[k] + v[k]*dn)
        xx[k+1] = (x[k] - xx[k])*dn*0.1 + xx[k]*0.5
    end
end
function [] = k21_product(px : mat, vy : mat, cx : mat)
    for k = 0..size(vy,0)-1
        for i = 0..size(px,1)-1
            for j = 0..size(px,0)-1
                px[j,i] += vy[k,i]*cx[j,k]
            end
        end
    end
end
function [] = k22_planck(y : vec, u : vec, v : vec, x : vec, w : vec)
    for k = 0..numel(y)-1
        y[k] = u[k]/v[k]
        w[k] = x[k]/(exp(y[k]) - 1)
    end
end
function [] = k23_implicit_hydro(za : mat, zr : mat, zb : mat, zu : mat, zv : mat, zz : mat)
    for j = 1..size(za,0)-2
        for k = 1..size(za,1)-2
            qa = za[j+1,k]*zr[j,k] + za[j-1,k]*zb[j,k] + za[j,k+1]*zu[j,k] + za[j,k-1]*zv[j,k] + zz[j,k]
            za[j,k] += 0.175*(qa - za[j,k])
        end
    end
end
function m = k24_place_of_least(x : vec)
    m = 0
    for k = 1..numel(x)-1
        if x[k] < x[m]
            m = k
        end
    end
end
