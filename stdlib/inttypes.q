% inttypes.q: the integer types of fixed width (int8 .. uint64) belong to the language; this file is here because programs
% import it. It holds the conversions between images of bytes and of scalars.

% y = im2uint8(x): values of 0..1 as bytes 0..255, rounded half away from zero; outside that range they saturate.
function y = im2uint8(x)
    y = cast(min(max(floor(255*x + 0.5), 0), 255), uint8)
end

% y = im2double(x): bytes as scalars 0..1.
function y = im2double(x)
    y = x*1.0/255.0
end

% y = uint8_to_float(x), uint16_to_float(x): the same values as scalars, 0..255 and 0..65535.
function y = uint8_to_float(x)
    y = x*1.0
end
function y = uint16_to_float(x)
    y = x*1.0
end

% y = float_to_uint8(x), float_to_uint16(x): rounded half away from zero; what lies outside saturates.
function y = float_to_uint8(x)
    y = cast(min(max(floor(x + 0.5), 0), 255), uint8)
end
function y = float_to_uint16(x)
    y = cast(min(max(floor(x + 0.5), 0), 65535), uint16)
end
