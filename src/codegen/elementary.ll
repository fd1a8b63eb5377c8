; Elementary functions of floats that replace libclc's, on every target: fewer operations, no tables and at most one division, so
; that lanes compute them quickly, and errors that are not larger (tests/codegen/elementary.cpp measures them).
; Straight lines of fused multiply-adds. Polynomials are minimax fits (Lawson's iteration, coefficients rounded to the type).
; x.clc is libclc's function: retarget_math.cmake gives it that name and appends this text.
; Rounding to an integer: t = a*k + 1.5*2^23 has it in its low bits, t - 1.5*2^23 is it as a number.

; 1.51 ulp to 2^16 (libclc 1.64)
define float @_Z3sinf(float noundef %x) local_unnamed_addr #90 {
entry:
  %a = tail call float @llvm.fabs.f32(float %x)
  %near = fcmp olt float %a, 0x40F0000000000000
  br i1 %near, label %short, label %far
far:
  %far.result = tail call float @_Z3sinf.clc(float %x)
  ret float %far.result
short:
  ; a = n*pi/2 + r, |r| <= pi/4: the first step is exact, and of the other two only one rounds by more than the last is worth
  %t = tail call float @llvm.fma.f32(float %a, float 0x3FE45F3060000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFF921FB60000000, float %a)
  %r2 = tail call float @llvm.fma.f32(float %n, float 0x3E6777A5C0000000, float %r1)
  %r = tail call float @llvm.fma.f32(float %n, float 0x3CDEE59DA0000000, float %r2)
  %q = fmul float %r, %r
  ; sin(r) and cos(r)
  %sp0 = tail call float @llvm.fma.f32(float 0xBF29940620000000, float %q, float 0x3F81107300000000)
  %sp = tail call float @llvm.fma.f32(float %sp0, float %q, float 0xBFC5555460000000)
  %sine.1 = fmul float %q, %r
  %sine = tail call float @llvm.fma.f32(float %sp, float %sine.1, float %r)
  %cosine0 = tail call float @llvm.fma.f32(float 0x3EF99FF400000000, float %q, float 0xBF56C0C820000000)
  %cosine1 = tail call float @llvm.fma.f32(float %cosine0, float %q, float 0x3FA55554A0000000)
  %cosine2 = tail call float @llvm.fma.f32(float %cosine1, float %q, float 0xBFE0000000000000)
  %cosine = tail call float @llvm.fma.f32(float %cosine2, float %q, float 0x3FF0000000000000)
  %k = bitcast float %t to i32
  %odd.2 = and i32 %k, 1
  %odd = icmp ne i32 %odd.2, 0
  %s = select i1 %odd, float %cosine, float %sine
  %flip.3 = shl i32 %k, 30
  %flip.4 = bitcast float %x to i32
  %flip.5 = xor i32 %flip.3, %flip.4
  %flip = and i32 %flip.5, -2147483648
  %result.6 = bitcast float %s to i32
  %result.7 = xor i32 %result.6, %flip
  %result.8 = bitcast i32 %result.7 to float
  ret float %result.8
}

; 1.53 ulp to 2^16 (libclc 1.60)
define float @_Z3cosf(float noundef %x) local_unnamed_addr #90 {
entry:
  %a = tail call float @llvm.fabs.f32(float %x)
  %near = fcmp olt float %a, 0x40F0000000000000
  br i1 %near, label %short, label %far
far:
  %far.result = tail call float @_Z3cosf.clc(float %x)
  ret float %far.result
short:
  ; a = n*pi/2 + r, |r| <= pi/4: the first step is exact, and of the other two only one rounds by more than the last is worth
  %t = tail call float @llvm.fma.f32(float %a, float 0x3FE45F3060000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFF921FB60000000, float %a)
  %r2 = tail call float @llvm.fma.f32(float %n, float 0x3E6777A5C0000000, float %r1)
  %r = tail call float @llvm.fma.f32(float %n, float 0x3CDEE59DA0000000, float %r2)
  %q = fmul float %r, %r
  ; sin(r) and cos(r)
  %sp0 = tail call float @llvm.fma.f32(float 0xBF29940620000000, float %q, float 0x3F81107300000000)
  %sp = tail call float @llvm.fma.f32(float %sp0, float %q, float 0xBFC5555460000000)
  %sine.1 = fmul float %q, %r
  %sine = tail call float @llvm.fma.f32(float %sp, float %sine.1, float %r)
  %cosine0 = tail call float @llvm.fma.f32(float 0x3EF99FF400000000, float %q, float 0xBF56C0C820000000)
  %cosine1 = tail call float @llvm.fma.f32(float %cosine0, float %q, float 0x3FA55554A0000000)
  %cosine2 = tail call float @llvm.fma.f32(float %cosine1, float %q, float 0xBFE0000000000000)
  %cosine = tail call float @llvm.fma.f32(float %cosine2, float %q, float 0x3FF0000000000000)
  %k = bitcast float %t to i32
  %odd.2 = and i32 %k, 1
  %odd = icmp ne i32 %odd.2, 0
  %s = select i1 %odd, float %sine, float %cosine
  %flip.3 = add i32 %k, 1
  %flip.4 = shl i32 %flip.3, 30
  %flip = and i32 %flip.4, -2147483648
  %result.5 = bitcast float %s to i32
  %result.6 = xor i32 %result.5, %flip
  %result.7 = bitcast i32 %result.6 to float
  ret float %result.7
}

; 2.39 ulp to 2^16 (libclc 2.70)
define float @_Z3tanf(float noundef %x) local_unnamed_addr #90 {
entry:
  %a = tail call float @llvm.fabs.f32(float %x)
  %near = fcmp olt float %a, 0x40F0000000000000
  br i1 %near, label %short, label %far
far:
  %far.result = tail call float @_Z3tanf.clc(float %x)
  ret float %far.result
short:
  ; a = n*pi/2 + r, |r| <= pi/4: the first step is exact, and of the other two only one rounds by more than the last is worth
  %t = tail call float @llvm.fma.f32(float %a, float 0x3FE45F3060000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFF921FB60000000, float %a)
  %r2 = tail call float @llvm.fma.f32(float %n, float 0x3E6777A5C0000000, float %r1)
  %r = tail call float @llvm.fma.f32(float %n, float 0x3CDEE59DA0000000, float %r2)
  %q = fmul float %r, %r
  ; u = tan(r)
  %up0 = tail call float @llvm.fma.f32(float 0x3F71F82FA0000000, float %q, float 0x3F11E0A940000000)
  %up1 = tail call float @llvm.fma.f32(float %up0, float %q, float 0x3F8639AB80000000)
  %up2 = tail call float @llvm.fma.f32(float %up1, float %q, float 0x3F95C96400000000)
  %up3 = tail call float @llvm.fma.f32(float %up2, float %q, float 0x3FABADE460000000)
  %up4 = tail call float @llvm.fma.f32(float %up3, float %q, float 0x3FC110D800000000)
  %up = tail call float @llvm.fma.f32(float %up4, float %q, float 0x3FD5555600000000)
  %u.1 = fmul float %q, %r
  %u = tail call float @llvm.fma.f32(float %u.1, float %up, float %r)
  %k = bitcast float %t to i32
  %odd.2 = and i32 %k, 1
  %odd = icmp ne i32 %odd.2, 0
  %numerator = select i1 %odd, float 0xBFF0000000000000, float %u
  %denominator = select i1 %odd, float %u, float 0x3FF0000000000000
  %ratio = fdiv float %numerator, %denominator
  %flip.3 = bitcast float %x to i32
  %flip = and i32 %flip.3, -2147483648
  %result.4 = bitcast float %ratio to i32
  %result.5 = xor i32 %result.4, %flip
  %result.6 = bitcast i32 %result.5 to float
  ret float %result.6
}

; 1.84 ulp (libclc 2.32)
define float @_Z4coshf(float noundef %x) local_unnamed_addr #90 {
  ; min(|x|, 89.6), NaN stays; = n*ln(2) + r
  %a0 = tail call float @llvm.fabs.f32(float %x)
  %over = fcmp ogt float %a0, 0x4056666660000000
  %a = select i1 %over, float 0x4056666660000000, float %a0
  %t = tail call float @llvm.fma.f32(float %a, float 0x3FF7154760000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFE62E4000000000, float %a)
  %r = tail call float @llvm.fma.f32(float %n, float 0xBEB7F7D1C0000000, float %r1)
  %q = fmul float %r, %r
  ; s = sinh(r), c = cosh(r) - 1
  %sp0 = tail call float @llvm.fma.f32(float 0x3F2A171B60000000, float %q, float 0x3F81110B00000000)
  %sp = tail call float @llvm.fma.f32(float %sp0, float %q, float 0x3FC5555560000000)
  %s.1 = fmul float %r, %q
  %s = tail call float @llvm.fma.f32(float %s.1, float %sp, float %r)
  %cp0 = tail call float @llvm.fma.f32(float 0x3F56D998E0000000, float %q, float 0x3FA55547C0000000)
  %cp = tail call float @llvm.fma.f32(float %cp0, float %q, float 0x3FE0000000000000)
  %c = fmul float %q, %cp
  ; 2^(n-2) and 2^(-n-2)
  %shift.2 = bitcast float %t to i32
  %shift = shl i32 %shift.2, 23
  %up.3 = add i32 %shift, 1048576000
  %up = bitcast i32 %up.3 to float
  %down.4 = sub i32 1048576000, %shift
  %down.5 = tail call i32 @llvm.smax.i32(i32 %down.4, i32 0)
  %down = bitcast i32 %down.5 to float
  %ch = fadd float %up, %down
  %sh = fsub float %up, %down
  %inner.6 = fmul float %sh, %s
  %inner = tail call float @llvm.fma.f32(float %ch, float %c, float %inner.6)
  %half = fadd float %ch, %inner
  %result.7 = fadd float %half, %half
  ret float %result.7
}

; 1.78 ulp (libclc 2.23)
define float @_Z4sinhf(float noundef %x) local_unnamed_addr #90 {
  ; min(|x|, 89.6), NaN stays; = n*ln(2) + r
  %a0 = tail call float @llvm.fabs.f32(float %x)
  %over = fcmp ogt float %a0, 0x4056666660000000
  %a = select i1 %over, float 0x4056666660000000, float %a0
  %t = tail call float @llvm.fma.f32(float %a, float 0x3FF7154760000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFE62E4000000000, float %a)
  %r = tail call float @llvm.fma.f32(float %n, float 0xBEB7F7D1C0000000, float %r1)
  %q = fmul float %r, %r
  ; s = sinh(r), c = cosh(r) - 1
  %sp0 = tail call float @llvm.fma.f32(float 0x3F2A171B60000000, float %q, float 0x3F81110B00000000)
  %sp = tail call float @llvm.fma.f32(float %sp0, float %q, float 0x3FC5555560000000)
  %s.1 = fmul float %r, %q
  %s = tail call float @llvm.fma.f32(float %s.1, float %sp, float %r)
  %cp0 = tail call float @llvm.fma.f32(float 0x3F56D998E0000000, float %q, float 0x3FA55547C0000000)
  %cp = tail call float @llvm.fma.f32(float %cp0, float %q, float 0x3FE0000000000000)
  %c = fmul float %q, %cp
  ; 2^(n-2) and 2^(-n-2)
  %shift.2 = bitcast float %t to i32
  %shift = shl i32 %shift.2, 23
  %up.3 = add i32 %shift, 1048576000
  %up = bitcast i32 %up.3 to float
  %down.4 = sub i32 1048576000, %shift
  %down.5 = tail call i32 @llvm.smax.i32(i32 %down.4, i32 0)
  %down = bitcast i32 %down.5 to float
  %ch = fadd float %up, %down
  %sh = fsub float %up, %down
  %inner.6 = fmul float %ch, %s
  %inner = tail call float @llvm.fma.f32(float %sh, float %c, float %inner.6)
  %half = fadd float %sh, %inner
  %result.7 = fadd float %half, %half
  %result.8 = tail call float @llvm.copysign.f32(float %result.7, float %x)
  ret float %result.8
}

; 0.83 ulp (libclc 0.88); below -87.34, where results would be subnormal, 0, as libclc
define float @_Z3expf(float noundef %x) local_unnamed_addr #90 {
  ; x = n*ln(2) + r, |r| <= ln(2)/2: the first step is exact
  %t = tail call float @llvm.fma.f32(float %x, float 0x3FF7154760000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFE62E4000000000, float %x)
  %r = tail call float @llvm.fma.f32(float %n, float 0xBEB7F7D1C0000000, float %r1)
  %p0 = tail call float @llvm.fma.f32(float 0x3F56D9B0A0000000, float %r, float 0x3F812296E0000000)
  %p1 = tail call float @llvm.fma.f32(float %p0, float %r, float 0x3FA5554840000000)
  %p2 = tail call float @llvm.fma.f32(float %p1, float %r, float 0x3FC5554AE0000000)
  %p = tail call float @llvm.fma.f32(float %p2, float %r, float 0x3FE0000000000000)
  ; 1 + r + r^2 p, with what 1 + r lacks
  %s = fadd float %r, 0x3FF0000000000000
  %lacks.1 = fsub float 0x3FF0000000000000, %s
  %lacks = fadd float %lacks.1, %r
  %q = fmul float %r, %r
  %e = tail call float @llvm.fma.f32(float %q, float %p, float %lacks)
  %v = fadd float %s, %e
  ; times 2^n
  %up.2 = bitcast float %t to i32
  %up = shl i32 %up.2, 23
  %bits.3 = bitcast float %v to i32
  %bits = add i32 %bits.3, %up
  %result.4 = bitcast i32 %bits to float
  %under = fcmp olt float %x, 0xC055D589E0000000
  %result.5 = select i1 %under, float 0x0000000000000000, float %result.4
  ; infinity, NaN
  %fits = fcmp ole float %x, 0x40562E42E0000000
  %over = fadd float %x, 0x7FF0000000000000
  %result.6 = select i1 %fits, float %result.5, float %over
  ret float %result.6
}

; 1.20 ulp (libclc 2.00)
define float @_Z4tanhf(float noundef %x) local_unnamed_addr #90 {
  %a = tail call float @llvm.fabs.f32(float %x)
  ; below 0.625: a + a^3 p(a^2)
  %w = fmul float %a, %a
  %wp0 = tail call float @llvm.fma.f32(float 0xBF775E1CA0000000, float %w, float 0x3F952269A0000000)
  %wp1 = tail call float @llvm.fma.f32(float %wp0, float %w, float 0xBFAB83C5A0000000)
  %wp2 = tail call float @llvm.fma.f32(float %wp1, float %w, float 0x3FC1107260000000)
  %wp = tail call float @llvm.fma.f32(float %wp2, float %w, float 0xBFD5555320000000)
  %low.1 = fmul float %w, %a
  %low = tail call float @llvm.fma.f32(float %low.1, float %wp, float %a)
  ; above: 1 - 2/(exp(2a) + 1), and 1 where it rounds to that
  %over = fcmp ogt float %a, 0x4024000000000000
  %b = select i1 %over, float 0x4024000000000000, float %a
  %t = tail call float @llvm.fma.f32(float %b, float 0x4007154760000000, float 0x4168000000000000)
  %n = fsub float %t, 0x4168000000000000
  %r1.2 = fadd float %b, %b
  %r1 = tail call float @llvm.fma.f32(float %n, float 0xBFE62E4000000000, float %r1.2)
  %r = tail call float @llvm.fma.f32(float %n, float 0xBEB7F7D1C0000000, float %r1)
  %ep0 = tail call float @llvm.fma.f32(float 0x3F56D9B0A0000000, float %r, float 0x3F812296E0000000)
  %ep1 = tail call float @llvm.fma.f32(float %ep0, float %r, float 0x3FA5554840000000)
  %ep2 = tail call float @llvm.fma.f32(float %ep1, float %r, float 0x3FC5554AE0000000)
  %ep = tail call float @llvm.fma.f32(float %ep2, float %r, float 0x3FE0000000000000)
  %e.3 = fmul float %r, %r
  %e = tail call float @llvm.fma.f32(float %e.3, float %ep, float %r)
  %up.4 = bitcast float %t to i32
  %up.5 = shl i32 %up.4, 23
  %up.6 = add i32 %up.5, 1065353216
  %up = bitcast i32 %up.6 to float
  %d.7 = fadd float %up, 0x3FF0000000000000
  %d = tail call float @llvm.fma.f32(float %up, float %e, float %d.7)
  %high.8 = fdiv float 0x4000000000000000, %d
  %high = fsub float 0x3FF0000000000000, %high.8
  %small = fcmp olt float %a, 0x3FE4000000000000
  %result.9 = select i1 %small, float %low, float %high
  %result.10 = tail call float @llvm.copysign.f32(float %result.9, float %x)
  ret float %result.10
}

; 1.10 ulp (libclc 1.20)
define float @_Z4atanf(float noundef %x) local_unnamed_addr #90 {
  ; min(|x|, 2^100), NaN stays; t = a or -1/a, and atan(a) = atan(t) or pi/2 + atan(t)
  %a0 = tail call float @llvm.fabs.f32(float %x)
  %over = fcmp ogt float %a0, 0x4630000000000000
  %a = select i1 %over, float 0x4630000000000000, float %a0
  %big = fcmp ogt float %a, 0x3FF0000000000000
  %t.1 = fdiv float 0xBFF0000000000000, %a
  %t = select i1 %big, float %t.1, float %a
  ; half of what the quotient lacks: 1/(1 + t^2) is near 1/2 where that counts
  %lacks.2 = tail call float @llvm.fma.f32(float %a, float %t, float 0x3FF0000000000000)
  %lacks = fmul float %lacks.2, %t
  %low = tail call float @llvm.fma.f32(float %lacks, float 0x3FE0000000000000, float 0xBE6777A5C0000000)
  %tail = select i1 %big, float %low, float 0x0000000000000000
  %q = fmul float %t, %t
  %p0 = tail call float @llvm.fma.f32(float 0xBF5D62FD20000000, float %q, float 0x3F865A64C0000000)
  %p1 = tail call float @llvm.fma.f32(float %p0, float %q, float 0xBF9FED1500000000)
  %p2 = tail call float @llvm.fma.f32(float %p1, float %q, float 0x3FADAC9DC0000000)
  %p3 = tail call float @llvm.fma.f32(float %p2, float %q, float 0xBFB58348E0000000)
  %p4 = tail call float @llvm.fma.f32(float %p3, float %q, float 0x3FBC099FE0000000)
  %p5 = tail call float @llvm.fma.f32(float %p4, float %q, float 0xBFC2421B60000000)
  %p6 = tail call float @llvm.fma.f32(float %p5, float %q, float 0x3FC9991FE0000000)
  %p = tail call float @llvm.fma.f32(float %p6, float %q, float 0xBFD55553E0000000)
  %offset = select i1 %big, float 0x3FF921FB60000000, float 0x0000000000000000
  %head = fadd float %offset, %t
  %rest.3 = fsub float %offset, %head
  %rest = fadd float %rest.3, %t
  %inner.4 = fmul float %q, %t
  %inner.5 = tail call float @llvm.fma.f32(float %inner.4, float %p, float %tail)
  %inner = fadd float %inner.5, %rest
  %result.6 = fadd float %head, %inner
  %result.7 = tail call float @llvm.copysign.f32(float %result.6, float %x)
  ret float %result.7
}

; 0.61 ulp (libclc 0.83)
define float @_Z4asinf(float noundef %x) local_unnamed_addr #90 {
  ; s with |x| = s, or |x| = 1 - 2 s^2 above 1/2, where the angle is pi/2 - 2 asin(s)
  %a = tail call float @llvm.fabs.f32(float %x)
  %big = fcmp ogt float %a, 0x3FE0000000000000
  %half = tail call float @llvm.fma.f32(float %a, float 0xBFE0000000000000, float 0x3FE0000000000000)
  %w.1 = fmul float %a, %a
  %w = select i1 %big, float %half, float %w.1
  %root = tail call float @llvm.sqrt.f32(float %w)
  %s = select i1 %big, float %root, float %a
  %p0 = tail call float @llvm.fma.f32(float 0x3FA33DD380000000, float %w, float 0x3F8D7B0080000000)
  %p1 = tail call float @llvm.fma.f32(float %p0, float %w, float 0x3FA04A8A60000000)
  %p2 = tail call float @llvm.fma.f32(float %p1, float %w, float 0x3FA6CAC3A0000000)
  %p3 = tail call float @llvm.fma.f32(float %p2, float %w, float 0x3FB33388C0000000)
  %p = tail call float @llvm.fma.f32(float %p3, float %w, float 0x3FC55554C0000000)
  %t.2 = fmul float %s, %w
  %t = fmul float %t.2, %p
  ; what the root lacks: 1/(2 root), roughly, where that counts
  %slope = tail call float @llvm.fma.f32(float %root, float 0xC0019999A0000000, float 0x4000CCCCC0000000)
  %lacks.3 = fneg float %root
  %lacks.4 = tail call float @llvm.fma.f32(float %lacks.3, float %root, float %w)
  %lacks = fmul float %lacks.4, %slope
  %inner = fadd float %t, %lacks
  %two = fadd float %root, %root
  %head = fsub float 0x3FF921FB60000000, %two
  %rest.5 = fsub float 0x3FF921FB60000000, %head
  %rest = fsub float %rest.5, %two
  %tail = fadd float %rest, 0xBE6777A5C0000000
  %above.6 = tail call float @llvm.fma.f32(float %inner, float 0xC000000000000000, float %tail)
  %above = fadd float %head, %above.6
  %result.7 = fadd float %s, %t
  %result.8 = select i1 %big, float %above, float %result.7
  %result.9 = tail call float @llvm.copysign.f32(float %result.8, float %x)
  ret float %result.9
}

; 0.93 ulp (libclc 1.24)
define float @_Z4acosf(float noundef %x) local_unnamed_addr #90 {
  ; s with |x| = s, or |x| = 1 - 2 s^2 above 1/2, where the angle is pi/2 - 2 asin(s)
  %a = tail call float @llvm.fabs.f32(float %x)
  %big = fcmp ogt float %a, 0x3FE0000000000000
  %half = tail call float @llvm.fma.f32(float %a, float 0xBFE0000000000000, float 0x3FE0000000000000)
  %w.1 = fmul float %a, %a
  %w = select i1 %big, float %half, float %w.1
  %root = tail call float @llvm.sqrt.f32(float %w)
  %s = select i1 %big, float %root, float %a
  %p0 = tail call float @llvm.fma.f32(float 0x3FA33DD380000000, float %w, float 0x3F8D7B0080000000)
  %p1 = tail call float @llvm.fma.f32(float %p0, float %w, float 0x3FA04A8A60000000)
  %p2 = tail call float @llvm.fma.f32(float %p1, float %w, float 0x3FA6CAC3A0000000)
  %p3 = tail call float @llvm.fma.f32(float %p2, float %w, float 0x3FB33388C0000000)
  %p = tail call float @llvm.fma.f32(float %p3, float %w, float 0x3FC55554C0000000)
  %t.2 = fmul float %s, %w
  %t = fmul float %t.2, %p
  ; what the root lacks: 1/(2 root), roughly, where that counts
  %slope = tail call float @llvm.fma.f32(float %root, float 0xC0019999A0000000, float 0x4000CCCCC0000000)
  %lacks.3 = fneg float %root
  %lacks.4 = tail call float @llvm.fma.f32(float %lacks.3, float %root, float %w)
  %lacks = fmul float %lacks.4, %slope
  %inner = fadd float %t, %lacks
  %two = fadd float %root, %root
  ; pi/2 - asin(x), 2 asin(s) or pi - 2 asin(s)
  %head = fsub float 0x3FF921FB60000000, %x
  %rest.5 = fsub float 0x3FF921FB60000000, %head
  %rest = fsub float %rest.5, %x
  %tail = fadd float %rest, 0xBE6777A5C0000000
  %small.6 = tail call float @llvm.copysign.f32(float %t, float %x)
  %small.7 = fsub float %tail, %small.6
  %small = fadd float %head, %small.7
  %right = tail call float @llvm.fma.f32(float %inner, float 0x4000000000000000, float %two)
  %top = fsub float 0x400921FB60000000, %two
  %under.8 = fsub float 0x400921FB60000000, %top
  %under = fsub float %under.8, %two
  %base = fadd float %under, 0xBE7777A5C0000000
  %left.9 = tail call float @llvm.fma.f32(float %inner, float 0xC000000000000000, float %base)
  %left = fadd float %top, %left.9
  %negative = fcmp olt float %x, 0x0000000000000000
  %far = select i1 %negative, float %left, float %right
  %result.10 = select i1 %big, float %far, float %small
  ret float %result.10
}

; 0.84 ulp (libclc 1.24)
define float @_Z3logf(float noundef %x) local_unnamed_addr #90 {
entry:
  %word = bitcast float %x to i32
  %from = sub i32 %word, 8388608
  %normal = icmp ult i32 %from, 2130706432
  br i1 %normal, label %short, label %far
far:
  %far.result = tail call float @_Z3logf.clc(float %x)
  ret float %far.result
short:
  ; x = 2^e (1 + f), 1 + f from sqrt(1/2) to sqrt(2)
  %e.1 = sub i32 %word, 1060439283
  %e = ashr i32 %e.1, 23
  %f.2 = shl i32 %e, 23
  %f.3 = sub i32 %word, %f.2
  %f.4 = bitcast i32 %f.3 to float
  %f = fsub float %f.4, 0x3FF0000000000000
  ; e ln(2) + f - f^2/2 + f^3 p(f), small parts first
  %p0 = tail call float @llvm.fma.f32(float 0x3FB1457BE0000000, float %f, float 0xBFBDE3C460000000)
  %p1 = tail call float @llvm.fma.f32(float %p0, float %f, float 0x3FBE6F07A0000000)
  %p2 = tail call float @llvm.fma.f32(float %p1, float %f, float 0xBFBFC22000000000)
  %p3 = tail call float @llvm.fma.f32(float %p2, float %f, float 0x3FC2337660000000)
  %p4 = tail call float @llvm.fma.f32(float %p3, float %f, float 0xBFC555C4E0000000)
  %p5 = tail call float @llvm.fma.f32(float %p4, float %f, float 0x3FC99A4B60000000)
  %p6 = tail call float @llvm.fma.f32(float %p5, float %f, float 0xBFD0000060000000)
  %p = tail call float @llvm.fma.f32(float %p6, float %f, float 0x3FD5555480000000)
  %q = fmul float %f, %f
  %cube.5 = fmul float %f, %q
  %cube.6 = fmul float %cube.5, %p
  %cube = tail call float @llvm.fma.f32(float %q, float 0xBFE0000000000000, float %cube.6)
  %scale = sitofp i32 %e to float
  %low = tail call float @llvm.fma.f32(float %scale, float 0x3EB7F7D1C0000000, float %cube)
  %result.7 = fadd float %f, %low
  %result.8 = tail call float @llvm.fma.f32(float %scale, float 0x3FE62E4000000000, float %result.7)
  ret float %result.8
}

; 0.52 ulp (libclc 0.58). In doubles.
define float @_Z4log2f(float noundef %x) local_unnamed_addr #90 {
entry:
  %word = bitcast float %x to i32
  %from = sub i32 %word, 8388608
  %normal = icmp ult i32 %from, 2130706432
  br i1 %normal, label %short, label %far
far:
  %far.result = tail call float @_Z4log2f.clc(float %x)
  ret float %far.result
short:
  ; x = 2^e (1 + f), 1 + f from sqrt(1/2) to sqrt(2)
  %e.1 = sub i32 %word, 1060439283
  %e = ashr i32 %e.1, 23
  %f.2 = shl i32 %e, 23
  %f.3 = sub i32 %word, %f.2
  %f.4 = bitcast i32 %f.3 to float
  %f.5 = fsub float %f.4, 0x3FF0000000000000
  %f = fpext float %f.5 to double
  ; p(f) in pairs: the chain is short
  %q = fmul double %f, %f
  %q2 = fmul double %q, %q
  %a0 = tail call double @llvm.fma.f64(double %f, double 0xBFE715476299EDAD, double 0x3FF71547656A1863)
  %a1 = tail call double @llvm.fma.f64(double %f, double 0xBFD7154906F53344, double 0x3FDEC707F0B42051)
  %a2 = tail call double @llvm.fma.f64(double %f, double 0xBFCEC7A1286D00F4, double 0x3FD2780833A7CF0A)
  %a3 = tail call double @llvm.fma.f64(double %f, double 0xBFC6E67AC8077F54, double 0x3FCA3EDD5333FB4C)
  %a4 = tail call double @llvm.fma.f64(double %f, double 0xBFC5A3E035B9B3B6, double 0x3FC605F638AB5C7B)
  %b0 = tail call double @llvm.fma.f64(double %q, double %a1, double %a0)
  %b1 = tail call double @llvm.fma.f64(double %q, double %a3, double %a2)
  %b2 = tail call double @llvm.fma.f64(double %q, double 0x3FB8D7374C6CA24E, double %a4)
  %d1 = tail call double @llvm.fma.f64(double %b2, double %q2, double %b1)
  %p = tail call double @llvm.fma.f64(double %d1, double %q2, double %b0)
  %log2.6 = sitofp i32 %e to double
  %log2 = tail call double @llvm.fma.f64(double %p, double %f, double %log2.6)
  %result.7 = fptrunc double %log2 to float
  ret float %result.7
}

; 0.52 ulp (libclc 0.62). In doubles.
define float @_Z5log10f(float noundef %x) local_unnamed_addr #90 {
entry:
  %word = bitcast float %x to i32
  %from = sub i32 %word, 8388608
  %normal = icmp ult i32 %from, 2130706432
  br i1 %normal, label %short, label %far
far:
  %far.result = tail call float @_Z5log10f.clc(float %x)
  ret float %far.result
short:
  ; x = 2^e (1 + f), 1 + f from sqrt(1/2) to sqrt(2)
  %e.1 = sub i32 %word, 1060439283
  %e = ashr i32 %e.1, 23
  %f.2 = shl i32 %e, 23
  %f.3 = sub i32 %word, %f.2
  %f.4 = bitcast i32 %f.3 to float
  %f.5 = fsub float %f.4, 0x3FF0000000000000
  %f = fpext float %f.5 to double
  ; p(f) in pairs: the chain is short
  %q = fmul double %f, %f
  %q2 = fmul double %q, %q
  %a0 = tail call double @llvm.fma.f64(double %f, double 0xBFE715476299EDAD, double 0x3FF71547656A1863)
  %a1 = tail call double @llvm.fma.f64(double %f, double 0xBFD7154906F53344, double 0x3FDEC707F0B42051)
  %a2 = tail call double @llvm.fma.f64(double %f, double 0xBFCEC7A1286D00F4, double 0x3FD2780833A7CF0A)
  %a3 = tail call double @llvm.fma.f64(double %f, double 0xBFC6E67AC8077F54, double 0x3FCA3EDD5333FB4C)
  %a4 = tail call double @llvm.fma.f64(double %f, double 0xBFC5A3E035B9B3B6, double 0x3FC605F638AB5C7B)
  %b0 = tail call double @llvm.fma.f64(double %q, double %a1, double %a0)
  %b1 = tail call double @llvm.fma.f64(double %q, double %a3, double %a2)
  %b2 = tail call double @llvm.fma.f64(double %q, double 0x3FB8D7374C6CA24E, double %a4)
  %d1 = tail call double @llvm.fma.f64(double %b2, double %q2, double %b1)
  %p = tail call double @llvm.fma.f64(double %d1, double %q2, double %b0)
  %log2.6 = sitofp i32 %e to double
  %log2 = tail call double @llvm.fma.f64(double %p, double %f, double %log2.6)
  %result.7 = fmul double %log2, 0x3FD34413509F79FF
  %result.8 = fptrunc double %result.7 to float
  ret float %result.8
}

; 1.05 ulp (libclc 1.13). The logarithm in doubles, the rest in floats.
define float @_Z3powff(float noundef %x, float noundef %y) local_unnamed_addr #90 {
entry:
  %word = bitcast float %x to i32
  %from = sub i32 %word, 8388608
  %normal = icmp ult i32 %from, 2130706432
  br i1 %normal, label %short, label %far
far:
  %far.result = tail call float @_Z3powff.clc(float %x, float %y)
  ret float %far.result
short:
  ; x = 2^e (1 + f), 1 + f from sqrt(1/2) to sqrt(2)
  %e.1 = sub i32 %word, 1060439283
  %e = ashr i32 %e.1, 23
  %f.2 = shl i32 %e, 23
  %f.3 = sub i32 %word, %f.2
  %f.4 = bitcast i32 %f.3 to float
  %f.5 = fsub float %f.4, 0x3FF0000000000000
  %f = fpext float %f.5 to double
  ; p(f) in pairs: the chain is short
  %q = fmul double %f, %f
  %q2 = fmul double %q, %q
  %a0 = tail call double @llvm.fma.f64(double %f, double 0xBFE7154765CC5593, double 0x3FF715476523A11D)
  %a1 = tail call double @llvm.fma.f64(double %f, double 0xBFD71546BBB00BF7, double 0x3FDEC70A01CC428E)
  %a2 = tail call double @llvm.fma.f64(double %f, double 0xBFCEC73A74229306, double 0x3FD2775FEFA7E42D)
  %a3 = tail call double @llvm.fma.f64(double %f, double 0xBFC713EEC7CE3D7A, double 0x3FCA64F78FEAFD18)
  %a4 = tail call double @llvm.fma.f64(double %f, double 0xBFC24AA47ED21727, double 0x3FC4474568D158EC)
  %a5 = tail call double @llvm.fma.f64(double %f, double 0xBFC287F35D1242D4, double 0x3FC2B5CC2DF691A0)
  %b0 = tail call double @llvm.fma.f64(double %q, double %a1, double %a0)
  %b1 = tail call double @llvm.fma.f64(double %q, double %a3, double %a2)
  %b2 = tail call double @llvm.fma.f64(double %q, double %a5, double %a4)
  %d2 = tail call double @llvm.fma.f64(double 0x3FB3CC07195596D9, double %q2, double %b2)
  %d1 = tail call double @llvm.fma.f64(double %d2, double %q2, double %b1)
  %p = tail call double @llvm.fma.f64(double %d1, double %q2, double %b0)
  %log2.6 = sitofp i32 %e to double
  %log2 = tail call double @llvm.fma.f64(double %p, double %f, double %log2.6)
  ; z = y log2(x), moved to where the result is infinite or zero, NaN stays
  %z0.7 = fpext float %y to double
  %z0 = fmul double %z0.7, %log2
  %high = fcmp ogt double %z0, 0x4064000000000000
  %z1 = select i1 %high, double 0x4064000000000000, double %z0
  %low = fcmp olt double %z1, 0xC064000000000000
  %z = select i1 %low, double 0xC064000000000000, double %z1
  %t = fadd double %z, 0x4338000000000000
  %n = fsub double %t, 0x4338000000000000
  %word.t = bitcast double %t to i64
  %k = trunc i64 %word.t to i32
  %r.8 = fsub double %z, %n
  %r = fptrunc double %r.8 to float
  %g0 = tail call float @llvm.fma.f32(float 0x3F2448FC00000000, float %r, float 0x3F55F47B00000000)
  %g1 = tail call float @llvm.fma.f32(float %g0, float %r, float 0x3F83B29AA0000000)
  %g2 = tail call float @llvm.fma.f32(float %g1, float %r, float 0x3FAC6AED00000000)
  %g3 = tail call float @llvm.fma.f32(float %g2, float %r, float 0x3FCEBFBE00000000)
  %g4 = tail call float @llvm.fma.f32(float %g3, float %r, float 0x3FE62E4300000000)
  %g = tail call float @llvm.fma.f32(float %g4, float %r, float 0x3FF0000000000000)
  ; 2^n in two steps, so that only the last one rounds, to a number below the normal ones
  %k1 = ashr i32 %k, 1
  %k2 = sub i32 %k, %k1
  %s1.9 = shl i32 %k1, 23
  %s1.10 = add i32 %s1.9, 1065353216
  %s1 = bitcast i32 %s1.10 to float
  %s2.11 = shl i32 %k2, 23
  %s2.12 = add i32 %s2.11, 1065353216
  %s2 = bitcast i32 %s2.12 to float
  %power.13 = fmul float %g, %s1
  %power = fmul float %power.13, %s2
  ; 1 to the power of an infinity or a NaN
  %one = fcmp oeq float %x, 0x3FF0000000000000
  %result.14 = select i1 %one, float 0x3FF0000000000000, float %power
  ret float %result.14
}

; The remainder of C, exactly. Quotients below 2^22 and a finite y go a short way: the whole part of the rounded quotient is right or one too large,
; and both remainders are numbers of the type.
define float @_Z4fmodff(float noundef %x, float noundef %y) local_unnamed_addr #90 {
entry:
  %ax = tail call float @llvm.fabs.f32(float %x)
  %ay = tail call float @llvm.fabs.f32(float %y)
  %most = fmul float %ay, 0x4150000000000000
  %near = fcmp olt float %ax, %most
  %finite = fcmp olt float %ay, 0x7FF0000000000000
  %common = and i1 %near, %finite
  br i1 %common, label %short, label %far
far:
  ; libclc's is wrong for a y below the normal numbers, of which a double is none: its remainder is a float
  %x.wide = fpext float %x to double
  %y.wide = fpext float %y to double
  %far.wide = tail call double @_Z4fmoddd(double %x.wide, double %y.wide)
  %far.result = fptrunc double %far.wide to float
  ret float %far.result
short:
  %q = fdiv float %ax, %ay
  %n = tail call float @llvm.trunc.f32(float %q)
  %minus = fneg float %n
  %r = tail call float @llvm.fma.f32(float %minus, float %ay, float %ax)
  %over = fcmp olt float %r, 0.0
  %more = fadd float %r, %ay
  %exact = select i1 %over, float %more, float %r
  %result = tail call float @llvm.copysign.f32(float %exact, float %x)
  ret float %result
}

; The remainder of C, exactly. Quotients below 2^51 and a finite y go a short way: the whole part of the rounded quotient is right or one too large,
; and both remainders are numbers of the type.
define double @_Z4fmoddd(double noundef %x, double noundef %y) local_unnamed_addr #90 {
entry:
  %ax = tail call double @llvm.fabs.f64(double %x)
  %ay = tail call double @llvm.fabs.f64(double %y)
  %most = fmul double %ay, 0x4320000000000000
  %near = fcmp olt double %ax, %most
  %finite = fcmp olt double %ay, 0x7FF0000000000000
  %common = and i1 %near, %finite
  br i1 %common, label %short, label %far
far:
  ; libclc's overflows inside when x is near the largest value: such an x is brought nearer first, by a multiple of y
  ; and in quarters, which leaves its remainder as it is
  %large = fcmp oge double %ax, 0x7E70000000000000
  br i1 %large, label %nearer, label %rest
nearer:
  %tiny = fcmp olt double %ay, 0x0170000000000000
  %y.1 = fmul double %y, 0x6570000000000000
  %y.2 = fmul double %y.1, 0x6570000000000000
  %multiple = select i1 %tiny, double %y.2, double %y
  %x.3 = fmul double %x, 0x3FD0000000000000
  %y.4 = fmul double %multiple, 0x3FD0000000000000
  %r.5 = tail call double @_Z4fmoddd.clc(double %x.3, double %y.4)
  %r.6 = fmul double %r.5, 0x4010000000000000
  br label %rest
rest:
  %from = phi double [ %x, %far ], [ %r.6, %nearer ]
  %far.result = tail call double @_Z4fmoddd.clc(double %from, double %y)
  ret double %far.result
short:
  %q = fdiv double %ax, %ay
  %n = tail call double @llvm.trunc.f64(double %q)
  %minus = fneg double %n
  %r = tail call double @llvm.fma.f64(double %minus, double %ay, double %ax)
  %over = fcmp olt double %r, 0.0
  %more = fadd double %r, %ay
  %exact = select i1 %over, double %more, double %r
  %result = tail call double @llvm.copysign.f64(double %exact, double %x)
  ret double %result
}

; sqrt(x^2 + y^2) with one rounding of y^2 + (x^2 rounded); by powers of two where the larger one is not from 2^-50 to 2^60 (2^-400 to 2^500), so
; that squares neither overflow nor lose bits. Infinite where one of the two is, whatever the other. value/complex_abs.h has the same bits.
define float @_Z5hypotff(float noundef %x, float noundef %y) local_unnamed_addr #90 {
entry:
  %x.word = bitcast float %x to i32
  %y.word = bitcast float %y to i32
  %x.bits = and i32 %x.word, 2147483647
  %y.bits = and i32 %y.word, 2147483647
  %above = icmp ugt i32 %x.bits, %y.bits
  %most = select i1 %above, i32 %x.bits, i32 %y.bits
  %from = sub i32 %most, 645922816
  %within = icmp ult i32 %from, 922746880
  %none = icmp eq i32 %most, 0
  %common = or i1 %within, %none
  br i1 %common, label %short, label %far
short:
  %square = fmul float %x, %x
  %sum = tail call float @llvm.fma.f32(float %y, float %y, float %square)
  %root = tail call float @llvm.sqrt.f32(float %sum)
  ret float %root
far:
  %large = icmp uge i32 %most, 1568669696
  %scale = select i1 %large, float 0x3B90000000000000, float 0x4590000000000000
  %back = select i1 %large, float 0x4450000000000000, float 0x3A50000000000000
  %x.far = fmul float %x, %scale
  %y.far = fmul float %y, %scale
  %square.far = fmul float %x.far, %x.far
  %sum.far = tail call float @llvm.fma.f32(float %y.far, float %y.far, float %square.far)
  %root.far = tail call float @llvm.sqrt.f32(float %sum.far)
  %size = fmul float %root.far, %back
  %ax = tail call float @llvm.fabs.f32(float %x)
  %ay = tail call float @llvm.fabs.f32(float %y)
  %infinite.x = fcmp oeq float %ax, 0x7FF0000000000000
  %infinite.y = fcmp oeq float %ay, 0x7FF0000000000000
  %infinite = or i1 %infinite.x, %infinite.y
  %result = select i1 %infinite, float 0x7FF0000000000000, float %size
  ret float %result
}

define double @_Z5hypotdd(double noundef %x, double noundef %y) local_unnamed_addr #90 {
entry:
  %x.word = bitcast double %x to i64
  %y.word = bitcast double %y to i64
  %x.bits = and i64 %x.word, 9223372036854775807
  %y.bits = and i64 %y.word, 9223372036854775807
  %above = icmp ugt i64 %x.bits, %y.bits
  %most = select i1 %above, i64 %x.bits, i64 %y.bits
  %from = sub i64 %most, 2805742567851819008
  %within = icmp ult i64 %from, 4053239664633446400
  %none = icmp eq i64 %most, 0
  %common = or i1 %within, %none
  br i1 %common, label %short, label %far
short:
  %square = fmul double %x, %x
  %sum = tail call double @llvm.fma.f64(double %y, double %y, double %square)
  %root = tail call double @llvm.sqrt.f64(double %sum)
  ret double %root
far:
  %large = icmp uge i64 %most, 6858982232485265408
  %scale = select i1 %large, double 0x1A70000000000000, double 0x6570000000000000
  %back = select i1 %large, double 0x6570000000000000, double 0x1A70000000000000
  %x.far = fmul double %x, %scale
  %y.far = fmul double %y, %scale
  %square.far = fmul double %x.far, %x.far
  %sum.far = tail call double @llvm.fma.f64(double %y.far, double %y.far, double %square.far)
  %root.far = tail call double @llvm.sqrt.f64(double %sum.far)
  %size = fmul double %root.far, %back
  %ax = tail call double @llvm.fabs.f64(double %x)
  %ay = tail call double @llvm.fabs.f64(double %y)
  %infinite.x = fcmp oeq double %ax, 0x7FF0000000000000
  %infinite.y = fcmp oeq double %ay, 0x7FF0000000000000
  %infinite = or i1 %infinite.x, %infinite.y
  %result = select i1 %infinite, double 0x7FF0000000000000, double %size
  ret double %result
}

declare float @llvm.copysign.f32(float, float)
declare i32 @llvm.smax.i32(i32, i32)
declare float @llvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.trunc.f32(float)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.trunc.f64(double)

attributes #90 = { nofree norecurse nosync nounwind willreturn memory(none) }
