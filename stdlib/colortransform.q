% colortransform.q: colour spaces. Images are height x width x 3; the scale of the values is kept by the linear transforms.
% Lab, XYZ and HSV expect RGB in 0..1 (sRGB, ITU-R BT.709 primaries, white D65, 2 degree observer).

% y = linear_colortransform(x, m): every pixel's vector of channels multiplied by the matrix m from the left.
function y : cube = linear_colortransform(x : cube, m : mat)
    h = size(x,0)
    w = size(x,1)
    inputs = size(m,1)
    outputs = size(m,0)
    y = zeros(h, w, outputs)
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..outputs-1
                total = 0.0
                for k = 0..inputs-1
                    total += m[c,k]*x[i,j,k]
                end
                y[i,j,c] = total
            end
        end
    end
end

% y = rgb2gray(x): luma of ITU-R BT.601, 0.299 R + 0.587 G + 0.114 B, as a matrix. A grey image is given back.
function y = rgb2gray(x : cube)
    if size(x,2) < 3
        y = x[:,:,0]
    else
        y = uninit(size(x,0), size(x,1))
        for i = 0..size(x,0)-1
            for j = 0..size(x,1)-1
                y[i,j] = 0.299*x[i,j,0] + 0.587*x[i,j,1] + 0.114*x[i,j,2]
            end
        end
    end
end

% The matrix of RGB -> YCbCr without offset (ITU-R BT.601), and of its inverse.
function m = lib_ycbcr_matrix()
    m = [[0.299, 0.587, 0.114], [-0.168735892, -0.331264108, 0.5], [0.5, -0.418687589, -0.081312411]]
end
function m = lib_rgb_matrix()
    m = [[1.0, 0.0, 1.402], [1.0, -0.344136286, -0.714136286], [1.0, 1.772, 0.0]]
end

% y = rgb2ycbcr(x), rgb2yuv: luma and the differences of blue and red in full range (JPEG), without an offset: grey has
% Cb = Cr = 0. ycbcr2rgb, yuv2rgb undo it.
function y : cube = rgb2ycbcr(x : cube)
    y = linear_colortransform(x, lib_ycbcr_matrix())
end
function y : cube = ycbcr2rgb(x : cube)
    y = linear_colortransform(x, lib_rgb_matrix())
end
function y : cube = rgb2yuv(x : cube)
    y = linear_colortransform(x, [[0.299, 0.587, 0.114], [-0.14713769751693, -0.28886230248307, 0.436], [0.615, -0.51498573466476, -0.10001426533524]])
end
function y : cube = yuv2rgb(x : cube)
    y = linear_colortransform(x, [[1.0, 0.0, 1.13983739837398], [1.0, -0.39465170435897, -0.58059860666749], [1.0, 2.03211009174312, 0.0]])
end

% y = sRGB_encode(x), sRGB_decode(x): the transfer function of IEC 61966-2-1 between linear light and the coded values, 0..1,
% element by element.
function y : scalar = __device__ sRGB_encode(x : scalar)
    y = x <= 0.0031308 ? 12.92*x : 1.055*pow(max(x, 0.0031308), 1.0/2.4) - 0.055
end
function y = sRGB_encode(x : cube{:})
    y = x*1.0
    for k = 0..numel(x)-1
        y[k] = sRGB_encode(x[k]*1.0)
    end
end
function y : scalar = __device__ sRGB_decode(x : scalar)
    y = x <= 0.04045 ? x/12.92 : pow((max(x, 0.04045) + 0.055)/1.055, 2.4)
end
function y = sRGB_decode(x : cube{:})
    y = x*1.0
    for k = 0..numel(x)-1
        y[k] = sRGB_decode(x[k]*1.0)
    end
end

% y = rgb2xyz(x): linearised sRGB to CIE XYZ, white D65 with Y = 1. xyz2rgb undoes it.
function y : cube = rgb2xyz(x : cube)
    linear = zeros(size(x,0), size(x,1), 3)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..2
                linear[i,j,c] = sRGB_decode(x[i,j,c])
            end
        end
    end
    y = linear_colortransform(linear, [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
end
function y : cube = xyz2rgb(x : cube)
    linear = linear_colortransform(x, [[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252]])
    y = zeros(size(x,0), size(x,1), 3)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..2
                y[i,j,c] = sRGB_encode(linear[i,j,c])
            end
        end
    end
end

% The function f of CIE 1976 L*a*b* and its inverse.
function y : scalar = __device__ lib_lab_f(t : scalar)
    y = t > 216.0/24389.0 ? pow(max(t, 0.001), 1.0/3.0) : (24389.0/27.0*t + 16.0)/116.0
end
function y : scalar = __device__ lib_lab_g(t : scalar)
    y = t > 6.0/29.0 ? t*t*t : (116.0*t - 16.0)*27.0/24389.0
end

% y = xyz2lab(x), lab2xyz(x): CIE 1976 L* (0..100), a*, b*, white D65 (0.95047, 1, 1.08883).
function y : cube = xyz2lab(x : cube)
    y = zeros(size(x,0), size(x,1), 3)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            a = lib_lab_f(x[i,j,0]/0.95047)
            b = lib_lab_f(x[i,j,1])
            c = lib_lab_f(x[i,j,2]/1.08883)
            y[i,j,0] = 116.0*b - 16.0
            y[i,j,1] = 500.0*(a - b)
            y[i,j,2] = 200.0*(b - c)
        end
    end
end
function y : cube = lab2xyz(x : cube)
    y = zeros(size(x,0), size(x,1), 3)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            b = (x[i,j,0] + 16.0)/116.0
            y[i,j,0] = 0.95047*lib_lab_g(b + x[i,j,1]/500.0)
            y[i,j,1] = lib_lab_g(b)
            y[i,j,2] = 1.08883*lib_lab_g(b - x[i,j,2]/200.0)
        end
    end
end
function y : cube = rgb2lab(x : cube)
    y = xyz2lab(rgb2xyz(x))
end
function y : cube = lab2rgb(x : cube)
    y = xyz2rgb(lab2xyz(x))
end

% y = rgb2hsv(x): hue 0..1 (0 red, 1/3 green, 2/3 blue), saturation and value 0..1 (Smith 1978). hsv2rgb undoes it.
function y : cube = rgb2hsv(x : cube)
    y = zeros(size(x,0), size(x,1), 3)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            r = x[i,j,0]
            g = x[i,j,1]
            b = x[i,j,2]
            top = max(r, max(g, b))
            range = top - min(r, min(g, b))
            hue = 0.0
            if range > 0
                if top == r
                    hue = (g - b)/range
                elseif top == g
                    hue = (b - r)/range + 2
                else
                    hue = (r - g)/range + 4
                end
            end
            y[i,j,0] = hue < 0 ? (hue + 6)/6 : hue/6
            y[i,j,1] = top > 0 ? range/top : 0.0
            y[i,j,2] = top
        end
    end
end
function y : cube = hsv2rgb(x : cube)
    y = zeros(size(x,0), size(x,1), 3)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..2
                % the triangle wave of the channel: red around 0, green around 2, blue around 4 sixths
                t = 6*x[i,j,0] + 5 - 2*c
                u = t - 6*floor(t/6)
                k = max(min(min(u, 4 - u), 1.0), 0.0)
                y[i,j,c] = x[i,j,2] - x[i,j,2]*x[i,j,1]*k
            end
        end
    end
end

% y = rgb2opp(x), opp2rgb(x): the orthonormal opponent colours (R+G+B)/sqrt(3), (R-B)/sqrt(2), (R-2G+B)/sqrt(6).
function y : cube = rgb2opp(x : cube)
    y = linear_colortransform(x, lib_opponent_matrix())
end
function y : cube = opp2rgb(x : cube)
    y = linear_colortransform(x, transpose(lib_opponent_matrix()))
end
function m = lib_opponent_matrix()
    a = 1/sqrt(3.0)
    b = 1/sqrt(2.0)
    c = 1/sqrt(6.0)
    m = [[a, a, a], [b, 0.0, -b], [c, -2*c, c]]
end
