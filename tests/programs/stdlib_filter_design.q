% filterdesign.q against values of scipy.signal (butter, firwin, freqz, filtfilt with padlen = 3 (m-1), medfilt) and numpy.roots.
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 2e-5
end
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
[b, a] = butter(4, 0.2)
print near(b, [0.004824343,0.019297373,0.02894606,0.019297373,0.004824343]), near(a, [1,-2.369513007,2.313988414,-1.054665406,0.187379492])
[b, a] = butter(3, 0.4, "high")
print near(b, [0.256915601,-0.770746804,0.770746804,-0.256915601]), near(a, [1,-0.577240525,0.421787049,-0.056297236])
[b, a] = butter(2, [0.2,0.5])
print near(b, [0.13110644,0,-0.26221288,0,0.13110644]), near(a, [1,-1.400068516,1.272214938,-0.658418494,0.272214938])
[b, a] = butter(2, [0.2,0.5], "stop")
print near(b, [0.505001029,-1.029243505,1.534427818,-1.029243505,0.505001029]), near(a, [1,-1.400068516,1.272214938,-0.658418494,0.272214938])
print near(fir1(6, 0.4), [-0.005457371,0.031720969,0.254972365,0.437528074,0.254972365,0.031720969,-0.005457371])
print near(fir1(5, 0.3, "high"), [-0.002602258,-0.046551894,-0.19671963,0.69446001,-0.19671963,-0.046551894,-0.002602258])
print near(fir1(6, [0.2,0.6]), [-0.02180615,-0.126748248,0.148640812,0.667768861,0.148640812,-0.126748248,-0.02180615])
print near(fir1(6, [0.2,0.6], "stop"), [0.021773915,0.126560879,-0.14842108,1.000172574,-0.14842108,0.126560879,0.021773915])
print near(fir1(4, 0.3, hann(5)), [0,0.230950443,0.538099115,0.230950443,0])
[h, w] = freqz([1,2,3], [1,0.5], 4)
print near(real(h), [4,2.467125029,-0.8,-1.525948559]), near(imag(h), [0,-2.616781257,-2.4,1.61851286]), near(w, [0,0.785398163,1.570796327,2.35619449])
r = roots([0,2,0,0,-16,0])
print near(real(r), [2,-1,-1,0]), near(sort(imag(r)), [-1.732050808,0,0,1.732050808]), poly([1,2,3]), poly([1j,-1j]), numel(roots([5]))
[b, a] = butter(2, 0.3)
t = 0..29
x = sin(t*0.3) + (mod(t, 3) - 1)*0.2
y = filtfilt(b, a, x)
print near(y[0..4], [-0.200989769,0.225297598,0.565285332,0.796933205,0.939714506]), near(y[25..29], [0.915481827,0.964460598,0.94056544,0.894517781,0.861950656])
print size(filtfilt(b, a, transpose(x))), near(filtfilt([0.25,0.5,0.25], [1], ones(9)), ones(9))
print medfilt1([3,1,4,1,5,9,2,6]), medfilt1([3,1,4,1,5,9,2,6], 4), size(medfilt1(transpose([3,1,4])))
y = medfilt1(sin(t*1.7), 17)
print near(y[8..14], [0,-0.108636595,-0.148999026,-0.108636595,0.359058354,-0.108636595,-0.148999026]), near(y[15..17], [-0.108636595,0.040693257,-0.108636595])
refuses(() -> butter(2, 1.5))
refuses(() -> butter(2, 0.5, "bandpass"))
refuses(() -> fir1(4, 0.5, "band"))
refuses(() -> fir1(4, 0.5, hann(4)))
refuses(() -> filtfilt(b, a, ones(5)))
refuses(() -> medfilt1(ones(3,3), 0))
refuses(() -> roots([0,0]))
% expect: 11
% expect: 11
% expect: 11
% expect: 11
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 1
% expect: 111
% expect: 11[1,-6,11,-6][1,0,1]0
% expect: 11
% expect: [30,1]1
% expect: [1,3,1,4,5,5,6,2][0.5,2,2,2.5,4.5,3.5,5.5,4][3,1]
% expect: 11
% expect: butter: the edges lie between 0 and 1, which is half the sampling rate, the lower one first
% expect: butter: 1 edges for the kind 'bandpass'; low and high have one, bandpass and stop two
% expect: fir1: the kind 'band' is not one of low, high, bandpass, stop
% expect: fir1: a window of 4 samples for 5 taps
% expect: filtfilt: 1 x 5 samples; x is one vector of more than 6 for 3 coefficients
% expect: medfilt1: a window of 0; it has 1 sample or more
% expect: roots: every number is a root of 0; one coefficient is needed that is not 0
