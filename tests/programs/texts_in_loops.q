% Strings that loops and kernels compare: what they are is known when the code is made, and other strings get other code.
type options : mutable class
    mode : string
    gain : scalar
end
function v = weight(d : scalar, kind : string)
    match kind with
    | "gauss" -> v = exp(-d^2)
    | ["box", "flat"] -> v = 1
    | _ -> v = max(0, 1-d)
    end
end
function y = filtered(x : vec, mode : string, o : options, kind = "box")
    y = zeros(size(x))
    n = numel(x)
    for i=0..n-1
        s = 0.0
        for k=-2..2
            j = i + k
            if mode == "mirror"
                j = j < 0 ? -1-j : j >= n ? 2*n-1-j : j
            elseif mode == "circular"
                j = periodize(j, n)
            end
            if (mode == "zero" && j >= 0 && j < n) || mode != "zero"
                s += weight(0.5*k, kind)*x[j]
            end
        end
        y[i] = o.mode == "scaled" ? o.gain*s : s
    end
end
function y = filtered_stepped(x : vec, mode : string, o : options, kind = "box")
    y = zeros(size(x))
    n = numel(x)
    {!interpreted for}
    for i=0..n-1
        s = 0.0
        for k=-2..2
            j = i + k
            if strcmp(mode, "mirror")
                j = j < 0 ? -1-j : j >= n ? 2*n-1-j : j
            elseif mode == "circular"
                j = periodize(j, n)
            end
            if (mode == "zero" && j >= 0 && j < n) || mode != "zero"
                s += weight(0.5*k, kind)*x[j]
            end
        end
        y[i] = o.mode == "scaled" ? o.gain*s : s
    end
end
x = (0..40)*1.0
o = options(mode := "plain", gain := 2.5)
for mode = ["mirror", "zero", "circular"]
    for kind = ["gauss", "box", "flat", "tent"]
        o.mode = o.mode == "plain" ? "scaled" : "plain"
        print mode, " ", kind, " ", max(abs(filtered(x, mode, o, kind) - filtered_stepped(x, mode, o, kind))) < 1e-4, " ", round(filtered(x, mode, o, kind)[1])
    end
end
% expect: mirror gauss 1 9
% expect: mirror box 1 6
% expect: mirror flat 1 15
% expect: mirror tent 1 2
% expect: zero gauss 1 9
% expect: zero box 1 6
% expect: zero flat 1 15
% expect: zero tent 1 2
% expect: circular gauss 1 46
% expect: circular box 1 46
% expect: circular flat 1 115
% expect: circular tent 1 82

% In a kernel, captured and given.
function y = run(x : vec, mode : string)
    y = zeros(size(x))
    function [] = __kernel__ apply(x : vec, y : vec, pos : int)
        if strcmp(mode, "square")
            y[pos] = x[pos]^2
        else
            y[pos] = mode == "double" ? 2*x[pos] : -1
        end
    end
    parallel_do(numel(x), x, y, apply)
end
print run([1.0,2.0,3.0], "square"), run([1.0,2.0,3.0], "double"), run([1.0,2.0,3.0], "")
% expect: [1,4,9][2,4,6][-1,-1,-1]

% No arm of a match fits: only where it is reached.
function t = arms(x : vec, kind : string)
    t = 0.0
    for i=0..numel(x)-1
        if x[i] > 100
            match kind with
            | "a" -> t += x[i]
            | "b" -> t -= x[i]
            end
        else
            t += 1
        end
    end
end
print arms(x, "c"), " ", arms(100.0 + x, "b")
% expect: 41 -4819
try
    print arms(100.0 + x, "c")
catch e
    print e
end
% expect: no arm matches c
