% What a slice of computed length that is stored to, or a row of it that is summed up, says of wrong places: the first
% dimension in which it leaves the array, also where its range is empty, as its steps do. A loop that has failed may be
% stepped the next time: each is called once.
function s = message(f)
    s = "none"
    try
        f()
    catch e
        s = e.message
    end
end
function [] = same(a, b)
    print a
    if a != b
        print "stepped: ", b
    end
end
function [] = loop1(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped1(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop2(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped2(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop3(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped3(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop4(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped4(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop5(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped5(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop6(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped6(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop7(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped7(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop8(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped8(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop9(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = stepped9(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0]..e[i,1], e[i,2]..e[i,3]] = 2
    end
end
function [] = loop10(X, Z, Q, e, y)
    for i=0..0
        X[e[i,2]..e[i,3], e[i,0]] += 2
    end
end
function [] = stepped10(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,2]..e[i,3], e[i,0]] += 2
    end
end
function [] = loop11(X, Z, Q, e, y)
    for i=0..0
        X[e[i,2]..e[i,3], e[i,0]] += 2
    end
end
function [] = stepped11(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,2]..e[i,3], e[i,0]] += 2
    end
end
function [] = loop12(X, Z, Q, e, y)
    for i=0..0
        X[e[i,2]..e[i,3], e[i,0]] += 2
    end
end
function [] = stepped12(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,2]..e[i,3], e[i,0]] += 2
    end
end
function [] = loop13(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..2..e[i,3]] = 2
    end
end
function [] = stepped13(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..2..e[i,3]] = 2
    end
end
function [] = loop14(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..2..e[i,3]] = 2
    end
end
function [] = stepped14(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..2..e[i,3]] = 2
    end
end
function [] = loop15(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..2..e[i,3]] = 2
    end
end
function [] = stepped15(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..2..e[i,3]] = 2
    end
end
function [] = loop16(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..-2..e[i,3]] = 2
    end
end
function [] = stepped16(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..-2..e[i,3]] = 2
    end
end
function [] = loop17(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..-2..e[i,3]] = 2
    end
end
function [] = stepped17(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..-2..e[i,3]] = 2
    end
end
function [] = loop18(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..-2..e[i,3]] = 2
    end
end
function [] = stepped18(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..-2..e[i,3]] = 2
    end
end
function [] = loop19(X, Z, Q, e, y)
    for i=0..0
        X[0, e[i,2]..e[i,3]] = Z[e[i,0], e[i,2]..e[i,3]]
    end
end
function [] = stepped19(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[0, e[i,2]..e[i,3]] = Z[e[i,0], e[i,2]..e[i,3]]
    end
end
function [] = loop20(X, Z, Q, e, y)
    for i=0..0
        X[0, e[i,2]..e[i,3]] = Z[e[i,0], e[i,2]..e[i,3]]
    end
end
function [] = stepped20(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[0, e[i,2]..e[i,3]] = Z[e[i,0], e[i,2]..e[i,3]]
    end
end
function [] = loop21(X, Z, Q, e, y)
    for i=0..0
        X[0, e[i,2]..e[i,3]] = Z[e[i,0], e[i,2]..e[i,3]]
    end
end
function [] = stepped21(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[0, e[i,2]..e[i,3]] = Z[e[i,0], e[i,2]..e[i,3]]
    end
end
function [] = loop22(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = Z[e[i,1], e[i,2]..e[i,3]].^2
    end
end
function [] = stepped22(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = Z[e[i,1], e[i,2]..e[i,3]].^2
    end
end
function [] = loop23(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = Z[e[i,1], e[i,2]..e[i,3]].^2
    end
end
function [] = stepped23(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = Z[e[i,1], e[i,2]..e[i,3]].^2
    end
end
function [] = loop24(X, Z, Q, e, y)
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = Z[e[i,1], e[i,2]..e[i,3]].^2
    end
end
function [] = stepped24(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        X[e[i,0], e[i,2]..e[i,3]] = Z[e[i,1], e[i,2]..e[i,3]].^2
    end
end
function [] = loop25(X, Z, Q, e, y)
    for i=0..0
        y[i] = sum(X[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = stepped25(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = loop26(X, Z, Q, e, y)
    for i=0..0
        y[i] = sum(X[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = stepped26(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = loop27(X, Z, Q, e, y)
    for i=0..0
        y[i] = sum(X[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = stepped27(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = loop28(X, Z, Q, e, y)
    for i=0..0
        y[i] = max(Q[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = stepped28(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = max(Q[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = loop29(X, Z, Q, e, y)
    for i=0..0
        y[i] = max(Q[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = stepped29(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = max(Q[e[i,0], e[i,2]..e[i,3]])
    end
end
function [] = loop30(X, Z, Q, e, y)
    for i=0..0
        y[i] = sum(X[e[i,2]..e[i,3], e[i,0]])
    end
end
function [] = stepped30(X, Z, Q, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,2]..e[i,3], e[i,0]])
    end
end
X = zeros(3,4); Z = ones(3,4); Q = int(ones(3,4)); y = zeros(1)
same(message(() -> loop1(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)), message(() -> stepped1(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop2(X, Z, Q, int([9,0,0,1;0,0,0,0]), y)), message(() -> stepped2(X, Z, Q, int([9,0,0,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop3(X, Z, Q, int([1,0,3,1;0,0,0,0]), y)), message(() -> stepped3(X, Z, Q, int([1,0,3,1;0,0,0,0]), y)))
% expect: none
same(message(() -> loop4(X, Z, Q, int([1,0,2,9;0,0,0,0]), y)), message(() -> stepped4(X, Z, Q, int([1,0,2,9;0,0,0,0]), y)))
% expect: index 4 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop5(X, Z, Q, int([0,5,-2,1;0,0,0,0]), y)), message(() -> stepped5(X, Z, Q, int([0,5,-2,1;0,0,0,0]), y)))
% expect: index 3 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop6(X, Z, Q, int([0,5,3,1;0,0,0,0]), y)), message(() -> stepped6(X, Z, Q, int([0,5,3,1;0,0,0,0]), y)))
% expect: index 3 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop7(X, Z, Q, int([2,1,9,9;0,0,0,0]), y)), message(() -> stepped7(X, Z, Q, int([2,1,9,9;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop8(X, Z, Q, int([0,2,9,9;0,0,0,0]), y)), message(() -> stepped8(X, Z, Q, int([0,2,9,9;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop9(X, Z, Q, int([2,1,3,1;0,0,0,0]), y)), message(() -> stepped9(X, Z, Q, int([2,1,3,1;0,0,0,0]), y)))
% expect: none
same(message(() -> loop10(X, Z, Q, int([9,0,2,1;0,0,0,0]), y)), message(() -> stepped10(X, Z, Q, int([9,0,2,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop11(X, Z, Q, int([9,0,0,9;0,0,0,0]), y)), message(() -> stepped11(X, Z, Q, int([9,0,0,9;0,0,0,0]), y)))
% expect: index 3 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop12(X, Z, Q, int([9,0,0,1;0,0,0,0]), y)), message(() -> stepped12(X, Z, Q, int([9,0,0,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop13(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)), message(() -> stepped13(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop14(X, Z, Q, int([1,0,1,9;0,0,0,0]), y)), message(() -> stepped14(X, Z, Q, int([1,0,1,9;0,0,0,0]), y)))
% expect: index 5 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop15(X, Z, Q, int([1,0,2,-4;0,0,0,0]), y)), message(() -> stepped15(X, Z, Q, int([1,0,2,-4;0,0,0,0]), y)))
% expect: none
same(message(() -> loop16(X, Z, Q, int([9,0,1,3;0,0,0,0]), y)), message(() -> stepped16(X, Z, Q, int([9,0,1,3;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop17(X, Z, Q, int([1,0,3,-3;0,0,0,0]), y)), message(() -> stepped17(X, Z, Q, int([1,0,3,-3;0,0,0,0]), y)))
% expect: index -1 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop18(X, Z, Q, int([-1,0,0,0;0,0,0,0]), y)), message(() -> stepped18(X, Z, Q, int([-1,0,0,0;0,0,0,0]), y)))
% expect: index -1 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop19(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)), message(() -> stepped19(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'Z' has 3 elements along dimension 0
same(message(() -> loop20(X, Z, Q, int([9,0,0,9;0,0,0,0]), y)), message(() -> stepped20(X, Z, Q, int([9,0,0,9;0,0,0,0]), y)))
% expect: index 9 is out of range: 'Z' has 3 elements along dimension 0
same(message(() -> loop21(X, Z, Q, int([1,0,0,9;0,0,0,0]), y)), message(() -> stepped21(X, Z, Q, int([1,0,0,9;0,0,0,0]), y)))
% expect: index 4 is out of range: 'Z' has 4 elements along dimension 1
same(message(() -> loop22(X, Z, Q, int([8,9,3,1;0,0,0,0]), y)), message(() -> stepped22(X, Z, Q, int([8,9,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'Z' has 3 elements along dimension 0
same(message(() -> loop23(X, Z, Q, int([8,1,3,1;0,0,0,0]), y)), message(() -> stepped23(X, Z, Q, int([8,1,3,1;0,0,0,0]), y)))
% expect: index 8 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop24(X, Z, Q, int([1,9,3,1;0,0,0,0]), y)), message(() -> stepped24(X, Z, Q, int([1,9,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'Z' has 3 elements along dimension 0
same(message(() -> loop25(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)), message(() -> stepped25(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 3 elements along dimension 0
same(message(() -> loop26(X, Z, Q, int([1,0,3,1;0,0,0,0]), y)), message(() -> stepped26(X, Z, Q, int([1,0,3,1;0,0,0,0]), y)))
% expect: none
same(message(() -> loop27(X, Z, Q, int([1,0,2,9;0,0,0,0]), y)), message(() -> stepped27(X, Z, Q, int([1,0,2,9;0,0,0,0]), y)))
% expect: index 4 is out of range: 'X' has 4 elements along dimension 1
same(message(() -> loop28(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)), message(() -> stepped28(X, Z, Q, int([9,0,3,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'Q' has 3 elements along dimension 0
same(message(() -> loop29(X, Z, Q, int([1,0,3,1;0,0,0,0]), y)), message(() -> stepped29(X, Z, Q, int([1,0,3,1;0,0,0,0]), y)))
% expect: 'max' of an empty array
same(message(() -> loop30(X, Z, Q, int([9,0,2,1;0,0,0,0]), y)), message(() -> stepped30(X, Z, Q, int([9,0,2,1;0,0,0,0]), y)))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
