% Elementary functions have the same bits in lanes, in single numbers, in whole-array statements and on every target.
n = 4133
x = zeros(n)
for k=0..n-1
    x[k] = (mod(k*7919, 4133) - 2066)*0.0173 + mod(k, 5)*mod(k, 3)*37.25
end
p = abs(x) + 0.001
y = zeros(10, n)
for k=0..n-1
    y[0,k] = sin(x[k])
    y[1,k] = cos(x[k])
    y[2,k] = sinh(x[k]*0.02)
    y[3,k] = cosh(x[k]*0.02)
    y[4,k] = tanh(x[k]*0.05)
    y[5,k] = atan(x[k])
    y[6,k] = log(p[k])
    y[7,k] = log2(p[k])
    y[8,k] = log10(p[k])
    y[9,k] = p[k].^(x[k]*0.01)
end
a = [vertcat(sin(x)), vertcat(cos(x)), vertcat(sinh(x*0.02)), vertcat(cosh(x*0.02)), vertcat(tanh(x*0.05)), vertcat(atan(x)), vertcat(log(p)), vertcat(log2(p)), vertcat(log10(p)), vertcat(p.^(x*0.01))]
wrong = 0
for f=0..9
    for k=0..n-1
        wrong += y[f,k] != a[f*n + k]
    end
end
print wrong
% expect: 0
total = zeros(10)
for f=0..9
    s = 0.0
    for k=0..n-1
        s += y[f,k]*(1 + mod(k, 11))
    end
    total[f] = s
end
of_sin = total[0]
% expect-bits of_sin 0x1.09c532p+8
of_cos = total[1]
% expect-bits of_cos -0x1.022224p+8
of_sinh = total[2]
% expect-bits of_sinh 0x1.d20034p+18
of_cosh = total[3]
% expect-bits of_cosh 0x1.e04868p+18
of_tanh = total[4]
% expect-bits of_tanh 0x1.942674p+13
of_atan = total[5]
% expect-bits of_atan 0x1.41629cp+14
of_log = total[6]
% expect-bits of_log 0x1.67b1dap+16
of_log2 = total[7]
% expect-bits of_log2 0x1.037704p+17
of_log10 = total[8]
% expect-bits of_log10 0x1.386d48p+15
of_pow = total[9]
% expect-bits of_pow 0x1.4b14fp+36
