% error Q0301 at 2:5
x = fieldnames(1)
