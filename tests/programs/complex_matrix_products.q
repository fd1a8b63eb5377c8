% Products of complex matrices: long ones, ones by real matrices, and what infinities meet. Whole numbers, so that sums are exact.
A = complex(reshape(mod(7*(0..1199), 11) - 5, 30, 40), reshape(mod(5*(0..1199), 13) - 6, 30, 40))
B = complex(reshape(mod(3*(0..999), 7) - 3, 40, 25), reshape(mod(11*(0..999), 17) - 8, 40, 25))
R = reshape(mod(13*(0..999), 19) - 9, 40, 25)
S = reshape(mod(17*(0..899), 23) - 11, 30, 30)
function C = by_hand(A, B)
    C = czeros(size(A,0), size(B,1))
    for i=0..size(A,0)-1
        for j=0..size(B,1)-1
            for k=0..size(A,1)-1
                C[i,j] += A[i,k]*B[k,j]
            end
        end
    end
end
print sum(A*B != by_hand(A,B)), sum(A*R != by_hand(A,R)), sum(S*A != by_hand(S,A)), sum(transpose(B)*transpose(A) != transpose(by_hand(A,B)))
% expect: 0000
print (A*B)[29,24], " ", (A*R)[3,4], " ", (S*A)[29,39], " ", (A*B[:,0])[7]
% expect: 41-147i 71+48i 10-12i -38-124i
% a real factor meets each part alone: nothing is multiplied by an imaginary part that is not there
P = complex([[inf,1],[0,2]], [[0,1],[1,0]])
print imag(P*[[1,0],[0,1]])[0,:], imag([[2,0],[0,2]]*P)[1,:], " ", sum(isnan(imag(P*complex([[1,0],[0,1]], zeros(2,2))))) > 0
% expect: [0,1][2,0] 1
print size(czeros(2,0)*czeros(0,3)), " ", sum(czeros(2,0)*czeros(0,3))
% expect: [2,3] 0+0i
