% A statement of another language: the help says what is written here
x = 1
hold on
% error Q0101 at 3:6
