% A file that is not there.
im = imread("no/such/image.png")
% error Q0601
