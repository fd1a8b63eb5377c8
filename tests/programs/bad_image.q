% A file that is no image.
im = imread("README.md")
% error Q0602
