% Conversions between the types of images: what is black stays black and what is white stays white.
bytes = cast([0,51,255], uint8)
words = cast([0,257,65535], uint16)
mask = [false,true]
print im2double(bytes), im2double(words), im2double(mask), im2double([0.0,51,255]), im2single(bytes)
% expect: [0,0.2,1][0,0.003921569,1][0,1][0,0.2,1][0,0.2,1]
print im2uint8(bytes), im2uint8(words), im2uint8(mask), im2uint8([-1,0,0.2,1,2])
% expect: [0,51,255][0,1,255][0,255][0,0,51,255,255]
print im2uint16(bytes), im2uint16(words), im2uint16(mask), im2uint16([-1,0,0.2,1,2])
% expect: [0,13107,65535][0,257,65535][0,65535][0,0,13107,65535,65535]
print type(im2uint8(bytes)), type(im2uint8(words)), type(im2uint16(mask)), type(im2double(words)), im2double(51), im2uint8(0.5)
% expect: vec[uint8]vec[uint8]vec[uint16]vec0.2128
