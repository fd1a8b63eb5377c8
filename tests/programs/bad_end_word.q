% A word that closes another kind of block than the one it stands behind.
while true
    break
endfor
% error Q0101 at 4:1
