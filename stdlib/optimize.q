% optimize.q: zeros and minima of functions, integrals, differential equations. f is a function value: x -> x^2 - 2.

% [x, value, flag, evaluations] = fzero(f, x0): a zero of a function of one number: between the two numbers of x0, where f has opposite signs, or near the number x0. Brent's method (1973).
% flag 1: found. tol: how wide the bracket may stay.
function [x : scalar, value : scalar, flag : int, evaluations : int] = fzero(f, x0, tol : scalar = eps)
    [a, b] = numel(x0) == 2 ? [1.0*x0[0], 1.0*x0[1]] : lib_bracket_of(f, 1.0*x0)
    [fa, fb] = [1.0*f(a), 1.0*f(b)]
    evaluations = 2
    if !(fa*fb <= 0) && !(sign(fa)*sign(fb) <= 0)
        error(sprintf("fzero: f(%g) = %g and f(%g) = %g have no opposite signs", a, fa, b, fb))
    end
    c = a
    fc = fa
    d = b - a
    e = d
    done = fa == 0 || fb == 0
    if fa == 0
        b = a
        fb = fa
    end
    while !done && evaluations < 1000
        if sign(fb) == sign(fc)
            c = a
            fc = fa
            d = b - a
            e = d
        end
        if abs(fc) < abs(fb)
            a = b
            b = c
            c = a
            fa = fb
            fb = fc
            fc = fa
        end
        room = 2*eps*abs(b) + tol/2
        half = (c - b)/2
        if abs(half) <= room || fb == 0
            done = true
        else
            if abs(e) >= room && abs(fa) > abs(fb)
                s = fb/fa
                p = 2*half*s
                q = 1 - s
                if a != c
                    r = fb/fc
                    t = fa/fc
                    p = s*(2*half*t*(t - r) - (b - a)*(r - 1))
                    q = (t - 1)*(r - 1)*(s - 1)
                end
                q = p > 0 ? -q : q
                p = abs(p)
                if 2*p < min(3*half*q - abs(room*q), abs(e*q))
                    e = d
                    d = p/q
                else
                    d = half
                    e = half
                end
            else
                d = half
                e = half
            end
            a = b
            fa = fb
            b = b + (abs(d) > room ? d : (half > 0 ? room : -room))
            fb = 1.0*f(b)
            evaluations = evaluations + 1
        end
    end
    x = b
    value = fb
    flag = done ? 1 : 0
end
% Two numbers around x0 where f has opposite signs, farther and farther away.
function ends = lib_bracket_of(f, x0 : scalar)
    step = x0 != 0 ? abs(x0)/50 : 0.02
    [a, b] = [x0, x0]
    [fa, fb] = [1.0*f(a), 1.0*f(b)]
    k = 0
    while fa*fb > 0 && k < 80
        a = x0 - step
        fa = 1.0*f(a)
        if fa*fb > 0
            b = x0 + step
            fb = 1.0*f(b)
        end
        step = step*1.4142136
        k = k + 1
    end
    if fa*fb > 0 || isnan(fa) || isnan(fb)
        error(sprintf("fzero: no change of sign was found around %g; give two numbers where f has opposite signs", x0))
    end
    ends = [a, b]
end

% [x, value] = fminbnd(f, a, b, tol): the place of a minimum of a function of one number between a and b, by golden sections and parabolas (Brent 1973).
function [x : scalar, value : scalar] = fminbnd(f, a : scalar, b : scalar, tol : scalar = 1e-4)
    if !(a <= b)
        error(sprintf("fminbnd: from %g to %g; the ends are ascending", a, b))
    end
    golden = (3 - sqrt(5.0))/2
    [low, high] = [1.0*a, 1.0*b]
    x = low + golden*(high - low)
    [v, w] = [x, x]
    value = 1.0*f(x)
    [fv, fw] = [value, value]
    d = 0.0
    e = 0.0
    steps = 0
    middle = (low + high)/2
    room = sqrt(eps)*abs(x) + tol/3
    while abs(x - middle) > 2*room - (high - low)/2 && steps < 500
        parabola = false
        if abs(e) > room
            r = (x - w)*(value - fv)
            q = (x - v)*(value - fw)
            p = (x - v)*q - (x - w)*r
            q = 2*(q - r)
            p = q > 0 ? -p : p
            q = abs(q)
            before = e
            e = d
            if abs(p) < abs(0.5*q*before) && p > q*(low - x) && p < q*(high - x)
                d = p/q
                parabola = true
                if x + d - low < 2*room || high - x - d < 2*room
                    d = middle >= x ? room : -room
                end
            end
        end
        if !parabola
            e = x >= middle ? low - x : high - x
            d = golden*e
        end
        u = x + (abs(d) >= room ? d : (d > 0 ? room : -room))
        fu = 1.0*f(u)
        if fu <= value
            if u >= x
                low = x
            else
                high = x
            end
            [v, w, x] = [w, x, u]
            [fv, fw, value] = [fw, value, fu]
        else
            if u < x
                low = u
            else
                high = u
            end
            if fu <= fw || w == x
                [v, w] = [w, u]
                [fv, fw] = [fw, fu]
            elseif fu <= fv || v == x || v == w
                v = u
                fv = fu
            end
        end
        middle = (low + high)/2
        room = sqrt(eps)*abs(x) + tol/3
        steps = steps + 1
    end
end

% [x, value, flag, evaluations] = fminsearch(f, x0, tol, most): a minimum of a function of a vec near x0 by the simplex method of Nelder and Mead (1965; Lagarias and others 1998): until
% values and places of the simplex differ by at most tol (1e-4), or f was computed `most` times (200 n; then flag 0).
function [x, value : scalar, flag : int, evaluations : int] = fminsearch(f, x0, tol : scalar = 1e-4, most : int = -1)
    n = numel(x0)
    limit = most < 0 ? 200*n : most
    start = reshape(1.0*x0, [n])
    points = repmat(start, n+1, 1)
    values = zeros(n+1)
    for k = 0..n
        if k > 0
            points[k,k-1] = start[k-1] != 0 ? 1.05*start[k-1] : 0.00025
        end
        values[k] = f(lib_like_vector(points[k,:], x0))
    end
    evaluations = n + 1
    flag = -1
    while flag < 0
        [values, order] = sort(values)
        points = points[order,:]
        if max(abs(values[1..n] - values[0])) <= max(tol, 10*eps*abs(values[0])) && max(abs(points[1..n,:] - points[0,:])) <= max(tol, 10*eps*max(abs(points[0,:])))
            flag = 1
        elseif evaluations >= limit
            flag = 0
        else
            centre = mean(points[0..n-1,:], 0)
            away = centre - points[n,:]
            p = centre + away
            fp = 1.0*f(lib_like_vector(p, x0))
            evaluations = evaluations + 1
            shrink = false
            if fp < values[0]
                q = centre + 2*away
                fq = 1.0*f(lib_like_vector(q, x0))
                evaluations = evaluations + 1
                if fq < fp
                    p = q
                    fp = fq
                end
            elseif fp >= values[n-1]
                q = fp < values[n] ? centre + 0.5*away : centre - 0.5*away
                fq = 1.0*f(lib_like_vector(q, x0))
                evaluations = evaluations + 1
                shrink = fq > min(fp, values[n])
                p = q
                fp = fq
            end
            if shrink
                for k = 1..n
                    points[k,:] = points[0,:] + 0.5*(points[k,:] - points[0,:])
                    values[k] = f(lib_like_vector(points[k,:], x0))
                end
                evaluations = evaluations + n
            else
                points[n,:] = p
                values[n] = fp
            end
        end
    end
    x = lib_like_vector(points[0,:], x0)
    value = values[0]
end

% [x, residuals, flag, steps] = lsqnonlin(f, x0, tol, most): the vec x that makes the sum of the squares of the vec f(x) smallest, near x0, by Levenberg's and Marquardt's steps with
% differences for the derivatives. [x, residuals, flag] = fsolve(f, x0): f(x) = 0 so; flag 0: the residuals stay. x = lsqcurvefit(f, x0, places, values): f(x, places) near values.
function [x, residuals, flag : int, steps : int] = lsqnonlin(f, x0, tol : scalar = -1, most : int = 400)
    n = numel(x0)
    x = 1.0*copy(x0)
    goal = tol < 0 ? 16*eps : tol
    r = lib_residuals(f, x)
    least = sum(r.*r)
    damping = 1e-3
    steps = 0
    flag = -1
    while flag < 0
        jacobian = zeros(numel(r), n)
        for k = 0..n-1
            h = sqrt(eps)*max(abs(x[k]), 1e-2)
            moved = copy(x)
            moved[k] = x[k] + h
            jacobian[:,k] = (lib_residuals(f, moved) - r)/(moved[k] - x[k])
        end
        normal = transpose(jacobian)*jacobian
        slope = transpose(jacobian)*reshape(r, [numel(r), 1])
        better = false
        while !better && flag < 0
            step = solve(normal + damping*diagm(reshape(diag(normal) + 1e-12*max(diag(normal)) + 1e-30, [1, n])), -1.0*slope)
            trial = x + lib_like_vector(step, x0)
            s = lib_residuals(f, trial)
            total = sum(s.*s)
            small = max(abs(step)) <= goal*(max(abs(x)) + goal)
            if total < least
                better = true
                flag = least - total <= goal*goal*least || small ? 1 : flag
                x = trial
                r = s
                least = total
                damping = max(damping/10, 1e-12)
            else
                flag = small || damping > 1e12 ? 1 : flag
                damping = damping*10
            end
        end
        steps = steps + 1
        flag = flag < 0 && (least == 0 || steps >= most) ? (least == 0 ? 1 : 0) : flag
    end
    residuals = r
end
function r = lib_residuals(f, x)
    y = f(x)
    r = reshape(1.0*y, [numel(y)])
end
function [x, residuals, flag : int] = fsolve(f, x0, tol : scalar = 1e-6)
    [x, residuals, flag] = lsqnonlin(f, x0)
    flag = sqrt(sum(residuals.*residuals)) <= tol*max(1, norm(x)) ? 1 : 0
end
function [x, residuals, flag : int] = lsqcurvefit(f, x0, places, values)
    [x, residuals, flag] = lsqnonlin(p -> f(p, places) - values, x0)
end

% [x, rest] = lsqnonneg(a, b): the x >= 0 with the smallest norm(a x - b), a vec (Lawson and Hanson 1974), and the square of that norm.
function [x : vec, rest : scalar] = lsqnonneg(a : mat, b)
    [m, n] = size(a, 0..1)
    if numel(b) != m
        error(sprintf("lsqnonneg: %d elements for %d rows", numel(b), m))
    end
    right = reshape(1.0*b, [m, 1])
    x = zeros(n)
    free = zeros(n)
    least = 10*eps*max(sum(abs(a), 0))*max(m, n)
    w = reshape(transpose(a)*(right - a*reshape(x, [n, 1])), [n])
    rounds = 0
    while any(free == 0 && w > least) && rounds < 30*n
        free[argmax(free == 0 ? w : -inf + 0*w)] = 1
        inside = false
        while !inside
            picked = find(free > 0)[:,1]
            z = zeros(n)
            z[picked] = reshape(solve(a[:,picked], right), [numel(picked)])
            inside = min(z[picked]) > 0
            if !inside
                part = 1.0
                for k = 0..n-1
                    if free[k] > 0 && z[k] <= 0
                        part = min(part, x[k] - z[k] > 0 ? x[k]/(x[k] - z[k]) : 0.0)
                    end
                end
                x = x + part*(z - x)
                for k = 0..n-1
                    free[k] = free[k] > 0 && (x[k] > 1e-7*max(abs(x)) || z[k] > 0) ? 1 : 0
                    x[k] = free[k] > 0 ? x[k] : 0
                end
                inside = sum(free) == 0
                z = x
            end
        end
        x = copy(z)
        w = reshape(transpose(a)*(right - a*reshape(x, [n, 1])), [n])
        rounds = rounds + 1
    end
    d = a*reshape(x, [n, 1]) - right
    rest = sum(d.*d)
end

% q = integral(f, a, b, absolute, relative), also quad, quadl, quadgk: the integral of f, which takes arrays of places and gives as many values, from a to b, which may be infinite, by
% Gauss' and Kronrod's rules of 7 and 15 places on ever smaller parts until they differ by at most `absolute` (1e-10) or `relative` (1e-6, of the whole).
% [q, errors]: with the sum of these differences. q = integral2(f, xa, xb, ya, yb): of f(x, y) over a rectangle; ya and yb may be functions of x.
function [q : scalar, errors : scalar] = integral(f, a : scalar, b : scalar, absolute : scalar = 1e-10, relative : scalar = 1e-6)
    if isinf(a) || isinf(b)
        % x = t/(1-t^2) takes -1..1 to all numbers; one end that is finite: x = a + (t/(1-t))^2.
        if isinf(a) && isinf(b)
            [q, errors] = lib_integrated(t -> f(t./(1 - t.*t)).*(1 + t.*t)./((1 - t.*t).^2), a < b ? -1.0 : 1.0, b > a ? 1.0 : -1.0, absolute, relative)
        elseif isinf(b)
            s = b > 0 ? 1.0 : -1.0
            [q, errors] = lib_integrated(t -> s*f(a + s*(t./(1-t)).^2).*(2*t./((1-t).^3)), 0.0, 1.0, absolute, relative)
        else
            [q, errors] = integral(f, b, a, absolute, relative)
            q = -q
        end
    else
        [q, errors] = lib_integrated(f, a, b, absolute, relative)
    end
end
function q : scalar = quadgk(f, a : scalar, b : scalar, tol : scalar = 1e-10)
    q = integral(f, a, b, tol)
end
function q : scalar = quad(f, a : scalar, b : scalar, tol : scalar = 1e-10)
    q = integral(f, a, b, tol)
end
function q : scalar = quadl(f, a : scalar, b : scalar, tol : scalar = 1e-10)
    q = integral(f, a, b, tol)
end
function [q, errors] = lib_integrated(f, a : scalar, b : scalar, absolute : scalar, relative : scalar)
    places = [0.991455371120812639, 0.949107912342758525, 0.864864423359769073, 0.741531185599394440, 0.586087235467691130, 0.405845151377397167, 0.207784955007898468, 0]
    long = [0.022935322010529225, 0.063092092629978553, 0.104790010322250184, 0.140653259715525919, 0.169004726639267903, 0.190350578064785410, 0.204432940075298892, 0.209482141084727828]
    short = [0, 0.129484966168869693, 0, 0.279705391489276668, 0, 0.381830050505118945, 0, 0.417959183673469388]
    x = horzcat(-1*places[0..6], places[7..-1..0])
    long = horzcat(long[0..6], long[7..-1..0])
    short = horzcat(short[0..6], short[7..-1..0])
    parts = 10
    ends = linspace(a, b, parts + 1)
    low = reshape(ends[0..parts-1], [parts, 1])
    high = reshape(ends[1..parts], [parts, 1])
    q = 0.0
    errors = 0.0
    round = 0
    while parts > 0
        half = (high - low)/2
        t = (high + low)/2 + half*reshape(x, [1, 15])
        y = f(t)
        values = numel(y) == 1 ? y + 0*t : 1.0*y
        if numel(values) != numel(t)
            error(sprintf("integral: the function gives %d values at %d places; it takes arrays: write .* ./ .^", numel(y), numel(t)))
        end
        rough = sum(values.*reshape(short, [1, 15]), 1).*half
        good = sum(values.*reshape(long, [1, 15]), 1).*half
        difference = abs(good - rough)
        whole = abs(q + sum(good))
        allowed = max(absolute, relative*whole)*abs(half)*2/max(abs(b - a), 1e-30)
        done = difference <= max(allowed, 4*eps*sum(abs(values), 1).*abs(half)) || !(difference < inf) || abs(half) <= 8*eps*max(abs(low), abs(high)) || (round + 0*half) >= 40
        q = q + sum(done ? good : 0)
        errors = errors + sum(done ? difference : 0)
        open = find(reshape(done, [parts]) == 0)[:,1]
        parts = 2*numel(open)
        if parts > 0
            middle = ((low + high)/2)[open,:]
            [low, high] = `vertcat(low[open,:], middle), vertcat(middle, high[open,:])'
        end
        round = round + 1
    end
end
function q : scalar = integral2(f, xa : scalar, xb : scalar, ya, yb)
    q = integral(x -> arrayfun(t -> integral(y -> f(t, y), lib_end_at(ya, t), lib_end_at(yb, t)), x), xa, xb)
end
function y : scalar = lib_end_at(y0 : scalar, x : scalar)
    y = y0
end
function y : scalar = lib_end_at(f, x : scalar)
    y = f(x)
end

% [t, y] = ode45(f, times, y0, relative, absolute): the solution of y' = f(t, y) from y(times[0]) = y0, f of a number and a vec giving a vec; y[k,:] at t[k]: of two times after each step
% between them, of more at these. Dormand's and Prince's method of order 5 with steps whose error is at most absolute (1e-6) + relative (1e-3) |y|. ode23 is the same with fewer digits.
function [t : vec, y : mat] = ode45(f, times, y0, relative : scalar = 1e-3, absolute : scalar = 1e-6)
    n = numel(y0)
    count = numel(times)
    if count < 2
        error("ode45: times has the begin and the end, at least")
    end
    now = 1.0*times[0]
    last = 1.0*times[count-1]
    way = last >= now ? 1.0 : -1.0
    state = reshape(1.0*y0, [n])
    t = [now]
    y = reshape(state, [1, n])
    k1 = lib_slope(f, now, state)
    h = min(abs(last - now)/10, 0.01*max(norm(state), 1e-3)/max(norm(k1), 1e-10))
    next = 1
    room = 64
    taken = 1
    t = zeros(room)
    y = zeros(room, n)
    t[0] = now
    y[0,:] = state
    steps = 0
    while next < count
        goal = 1.0*times[next]
        left = abs(goal - now)
        step = way*min(h, left)
        cut = h >= left
        k2 = lib_slope(f, now + step/5, state + step*(k1/5))
        k3 = lib_slope(f, now + step*0.3, state + step*(k1*(3.0/40) + k2*(9.0/40)))
        k4 = lib_slope(f, now + step*0.8, state + step*(k1*(44.0/45) - k2*(56.0/15) + k3*(32.0/9)))
        k5 = lib_slope(f, now + step*(8.0/9), state + step*(k1*(19372.0/6561) - k2*(25360.0/2187) + k3*(64448.0/6561) - k4*(212.0/729)))
        k6 = lib_slope(f, now + step, state + step*(k1*(9017.0/3168) - k2*(355.0/33) + k3*(46732.0/5247) + k4*(49.0/176) - k5*(5103.0/18656)))
        ahead = state + step*(k1*(35.0/384) + k3*(500.0/1113) + k4*(125.0/192) - k5*(2187.0/6784) + k6*(11.0/84))
        k7 = lib_slope(f, now + step, ahead)
        wrong = abs(step*(k1*(71.0/57600) - k3*(71.0/16695) + k4*(71.0/1920) - k5*(17253.0/339200) + k6*(22.0/525) - k7/40))
        ratio = max(wrong./(absolute + relative*max(abs(state), abs(ahead))))
        steps = steps + 1
        if !(ratio >= 0) || steps > 1000000
            error(sprintf("ode45: no step is possible at t = %g; the solution or f is not finite there", now))
        end
        if ratio <= 1
            now = cut ? goal : now + step
            state = ahead
            k1 = k7
            if cut || count == 2
                if taken == room
                    t = horzcat(t, zeros(room))
                    y = vertcat(y, zeros(room, n))
                    room = 2*room
                end
                t[taken] = now
                y[taken,:] = state
                taken = taken + 1
            end
            next = cut ? next + 1 : next
        end
        factor = clamp(0.9*max(ratio, 1e-10)^(-0.2), 0.2, 5.0)
        h = cut && ratio <= 1 ? max(h, abs(step)*factor) : abs(step)*factor
        if h < 4*eps*abs(now)
            error(sprintf("ode45: steps below %g at t = %g; the solution grows beyond bounds, or the equations are stiff", h, now))
        end
    end
    t = t[0..taken-1]
    y = y[0..taken-1,:]
end
function [t : vec, y : mat] = ode23(f, times, y0, relative : scalar = 1e-3, absolute : scalar = 1e-6)
    [t, y] = ode45(f, times, y0, relative, absolute)
end
function v : vec = lib_slope(f, t : scalar, y : vec)
    s = f(t, y)
    if numel(s) != numel(y)
        error(sprintf("ode45: f gives %d slopes for %d values", numel(s), numel(y)))
    end
    v = reshape(1.0*s, [numel(s)])
end
