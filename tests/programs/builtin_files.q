% Files: images of all kinds, tables, saved values; broken ones say what is wrong.
folder = tempname()
mkdir(folder)
function p = at(folder, name)
    p = fullfile(folder, name)
end
im = zeros(16, 24, 3)
for i = 0..15
    for j = 0..23
        im[i,j,0] = 10*i
        im[i,j,1] = 8*j
        im[i,j,2] = 128
    end
end
names = ["a.png", "a.tif", "a.ppm"]
for k = 0..numel(names)-1
    name = names[k]
    imwrite(at(folder, name), im)
    print name, " ", max(abs(imread(at(folder, name)) - im))
end
% expect: a.png 0
% expect: a.tif 0
% expect: a.ppm 0
imwrite(at(folder, "a.jpg"), im, 95)
jpeg = imread(at(folder, "a.jpg"))
print size(jpeg), " ", mean(abs(jpeg - im)) < 3
% expect: [16,24,3] 1
grey = im[:,:,0]
imwrite(grey, at(folder, "g.jpg"))
print size(imread(at(folder, "g.jpg")))
% expect: [16,24,1]
deep = uint16(im*200)
names = ["d.png", "d.tif"]
for k = 0..numel(names)-1
    name = names[k]
    imwrite(at(folder, name), deep)
    print max(abs(imread(at(folder, name)) - im*200))
end
% expect: 0
% expect: 0
imwrite(at(folder, "f.tif"), im/7 - 3, "float")
print max(abs(imread(at(folder, "f.tif")) - (im/7 - 3)))
% expect: 0
exrwrite(at(folder, "e.exr"), im/7 - 3)
print max(abs(exrread(at(folder, "e.exr")).data - (im/7 - 3)))
% expect: 0
imwrite(at(folder, "b.bmp"), im)
print max(abs(imread(at(folder, "b.bmp")) - im))
% expect: 0
imwrite(at(folder, "m.png"), grey > 70)
print imread(at(folder, "m.png"))[15,3,0], imread(at(folder, "m.png"))[0,3,0]
% expect: 2550

x = [[0.1, -2.5e-8, 3], [nan, inf, 7]]
csvwrite(at(folder, "t.csv"), x)
y = csvread(at(folder, "t.csv"))
print y, " ", y[0,0] == x[0,0], y[0,1] == x[0,1]
% expect: [    0.1,-2.5e-8,      3]
% expect: [    nan,    inf,      7] 11
print size(csvread(at(folder, "t.csv"), 1, 1)), " ", csvread(at(folder, "t.csv"), 0, 2)
% expect: [1,2] [3]
% expect: [7]
csvwrite(at(folder, "i.csv"), [1,2,3])
print csvread(at(folder, "i.csv"))
% expect: [1,2,3]

state = object()
state.gain = 2.5
state.bands = `[1,2], "text", [[1j,2]]'
save(at(folder, "s.qd"), 42, uint8([1,2]), state, "words", true)
[n, bytes, back, words, flag] = load(at(folder, "s.qd"))
print n, " ", bytes, " ", type(bytes), " ", back, " ", words, " ", flag, " ", type(flag)
% expect: 42 [1,2] vec[uint8] {gain = 2.5, bands = `[1,2], "text", [0+1i,2+0i]'} words 1 bool
save(at(folder, "x.npy"), x)
print load(at(folder, "x.npy"))[1,2], " ", exist(at(folder, "x.npy")), exist(folder), exist("sin"), fileexists(at(folder, "none"))
% expect: 7 2750
[where, base, ending] = fileparts("data/lena.png")
print where, " ", base, " ", ending
% expect: data lena .png

function [] = try_read(f, path)
    try
        x = f(path)
    catch e
        k = numel(e)
        print e[(k-28)..(k-1)]
    end
end
csvwrite(at(folder, "bad.jpg"), [1,2])
try_read(imread, at(folder, "bad.jpg"))
% expect: not an image of a known kind
try_read(load, at(folder, "t.csv"))
% expect: le nor one that 'save' wrote
try_read(csvread, at(folder, "s.qd"))
% expect: 1 is not a number: 'qcdata1'
save(at(folder, "x.npy"), [1j,2+0.5j])
z = load(at(folder, "x.npy"))
print z.*z
% expect: [-1+0i,3.75+2i]
try
    csvwrite(at(folder, "x.csv"), [1j])
catch e
    print e
end
% expect: this kind of file holds no complex numbers
names = ["a.png", "a.tif", "a.ppm", "a.jpg", "g.jpg", "d.png", "d.tif", "f.tif", "e.exr", "b.bmp", "m.png", "t.csv", "i.csv", "s.qd", "x.npy", "bad.jpg"]
for k = 0..numel(names)-1
    name = names[k]
    delete(at(folder, name))
end
print fileexists(at(folder, "a.png"))
% expect: 0
