% Words of kernels outside of one.
x = shfl(3, 0)
% error Q0503 at 2:5
