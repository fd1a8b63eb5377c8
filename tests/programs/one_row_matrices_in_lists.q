% A matrix of one row continues a list as a row does.
A = [[1,2],[3,4]]*1.0
w = ones(3,1)
print [sum(A, 0), 5], [0, transpose(w), sum(A, 0)], [[], sum(A, 0)]
% expect: [4,6,5][0,1,1,1,4,6][4,6]
z = [transpose(w)*2i, 1]
print z, " ", size(z), numel([transpose(w), transpose(w)])
% expect: [0+2i,0+2i,0+2i,1+0i] [1,4]6
try
    x = [w, 5]
catch e
    print e
end
% expect: the elements of an array literal must all be numbers or all be rows
