% An image where one of its places is taken.
function y : scalar = __device__ luminance(c : vec3)
    y = 0.3*c[0] + 0.6*c[1] + 0.1*c[2]
end
print luminance(ones(4,5,3))
% error Q0301 at 5:7
