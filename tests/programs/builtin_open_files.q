% Files that are read and written piece by piece.
name = tempname()
f = fopen(name, "w")
print f > 2
% expect: 1
fprintf(f, "P2 %d %d\n", 3, 2)
fputs(f, "# a comment\n")
fprintf(f, "%d %d %d\n", [1,2,3,4,5,6])
fputs(f, "last line")
fclose(f)
f = fopen(name)
while !feof(f)
    print fgetl(f)
end
% expect: P2 3 2
% expect: # a comment
% expect: 1 2 3
% expect: 4 5 6
% expect: last line
print fgetl(f)
% expect: -1
frewind(f)
line = fgets(f)
print numel(line), " ", ftell(f)
% expect: 7 7
print fgetl(f)
% expect: # a comment
x = fscanf(f, "%d", [inf, 3])
print x
% expect: [1,2,3]
% expect: [4,5,6]
print type(x), " ", fgetl(f)
% expect: mat[int] last line
fclose(f)
% sizes, widths, skipped parts, text
[v, n] = sscanf("10 20.5 -3e1 x", "%f")
print v, " ", n
% expect: [10,20.5,-30] 3
print sscanf("P5 640x480", "P5 %dx%d"), " ", sscanf("value: 42", "%*s %d") + 1, " ", sscanf("ff 0x10", "%x"), " ", sscanf("12345", "%2d")
% expect: [640,480] 43 [255,16] [12,34,5]
print sscanf("one two", "%s"), " ", sscanf("key=7", "%[^=]"), " ", numel(sscanf("nothing", "%d"))
% expect: onetwo key 0
% bytes
f = fopen(name, "wb")
print fwrite(f, [1,2,300,-1,2.9]), " ", fwrite(f, [1.5,-2], "single"), " ", fwrite(f, 258, "uint16", 0, "ieee-be"), " ", fwrite(f, "abc")
% expect: 5 2 1 3
fclose(f)
f = fopen(name, "rb")
bytes = fread(f, 5)
print bytes, " ", type(bytes)
% expect: [1,2,255,0,2] vec
print fread(f, [1, 2], "single"), " ", fread(f, 1, "uint16", 0, "b"), " ", fread(f, inf, "*char")
% expect: [1.5, -2] 258 abc
print fseek(f, -5, "eof"), " ", ftell(f), " ", type(fread(f, 2, "*uint8")), " ", numel(fread(f)), " ", numel(fread(f)), " ", feof(f)
% expect: 0 13 vec[uint8] 3 0 1
frewind(f)
print fread(f, [2, 4])
% expect: [  1,  2,255,  0]
% expect: [  2,  0,  0,192]
fclose(f)
% a 16 bit image, row after row, most significant byte first
im = mod(reshape(0..11, [3,4])*5000, 65536)
f = fopen(name, "w", "ieee-be")
fwrite(f, im, "uint16")
fclose(f)
f = fopen(name, "r", "ieee-be")
print max(abs(fread(f, [3,4], "uint16") - im))
% expect: 0
fclose("all")
print fileread(name) == fileread(name)
% expect: 1
% what goes wrong says so
[g, why] = fopen("no such folder/x")
print g, " ", endswith(why, "No such file or directory")
% expect: -1 1
function [] = attempt(what)
    try
        what()
    catch e
        print e
    end
end
attempt(() -> fgetl(-1))
% expect: the file could not be opened: 'no such folder/x': No such file or directory
attempt(() -> fgetl(f))
% expect: file 3 is not open
attempt(() -> fopen(name, "q"))
% expect: 'q' is no way to open a file
attempt(() -> sscanf("1 a", "%d %s"))
% expect: the format '%d %s' reads both numbers and text
attempt(() -> sscanf("1 a", "%q"))
% expect: the format '%q' is broken: '%q' is no conversion
f = fopen(name, "w")
try
    fread(f)
catch e
    print startswith(e, "cannot read"), " ", endswith(e, "it is open for writing")
end
% expect: 1 1
attempt(() -> fread(f, [3, inf]))
% expect: only the number of rows may be inf: what is read fills one row after another
attempt(() -> fwrite(f, 1, "colour"))
% expect: 'colour' is no type of the elements of a file
fprintf(1, "%s\n", "to the output")
% expect: to the output
fclose(f)
delete(name)
