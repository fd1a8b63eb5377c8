% inttypes.q: the integer types of fixed width (int8 .. uint64) belong to the language; this file is here because programs
% import it. It holds the conversions between images of bytes and of scalars.

% y = im2uint8(x), im2uint16(x): values of 0..1 as ints 0..255, 0..65535, rounded half away from zero; outside that range they saturate. Arrays of uint8, uint16 and masks keep what they show: black, white
% and between.
function y = im2uint8(x)
    y = cast(min(max(floor(255*x + 0.5), 0), 255), uint8)
end
function y = im2uint8[T](x : cube{:}[T])
    match maxvalue(T) with
    | 255 -> y = copy(x)
    | 65535 -> y = cast(floor(x/257.0 + 0.5), uint8)
    | _ -> y = cast(min(max(floor(255*x + 0.5), 0), 255), uint8)
    end
end
function y = im2uint16(x)
    y = cast(min(max(floor(65535*x + 0.5), 0), 65535), uint16)
end
function y = im2uint16[T](x : cube{:}[T])
    match maxvalue(T) with
    | 255 -> y = cast(257*x, uint16)
    | 65535 -> y = copy(x)
    | _ -> y = cast(min(max(floor(65535*x + 0.5), 0), 65535), uint16)
    end
end

% y = im2double(x), im2single(x): bytes, also those that are held as scalars, as scalars 0..1; of arrays of uint16 65535 becomes 1, masks stay.
function y = im2double(x)
    y = x*1.0/255.0
end
function y = im2double[T](x : cube{:}[T])
    match maxvalue(T) with
    | 1 -> y = x*1.0
    | 65535 -> y = x*1.0/65535.0
    | _ -> y = x*1.0/255.0
    end
end
function y = im2single(x)
    y = im2double(x)
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
