% text.q: texts and cells under the names that MATLAB programs use, numbers in other bases. Places count from 0. Texts are bytes.

% strlen(s): how many bytes. strncmp(a, b, n), strncmpi(a, b, n): whether the first n are the same, for strncmpi but for the case of letters; false where one has fewer. contains(s, part).
% startsWith, endsWith, toupper, tolower: startswith, endswith, upper, lower under their other names.
function n : int = strlen(s : string)
    n = numel(s)
end
function yes : bool = strncmp(a : string, b : string, n : int)
    yes = n > 0 && numel(a) >= n && numel(b) >= n && a[0..max(n, 1)-1] == b[0..max(n, 1)-1]
end
function yes : bool = strncmpi(a : string, b : string, n : int)
    yes = strncmp(upper(a), upper(b), n)
end
function yes : bool = contains(s : string, part : string)
    yes = numel(part) == 0 || numel(strfind(s, part)) > 0
end
function yes = startsWith(s, part)
    yes = startswith(s, part)
end
function yes = endsWith(s, part)
    yes = endswith(s, part)
end
function y = toupper(s)
    y = upper(s)
end
function y = tolower(s)
    y = lower(s)
end

% blanks(n): n blanks. deblank(s): without blanks at the end. strjust(s, n, side): with blanks to n bytes: "left", "right" (the default) or "center".
function s : string = blanks(n : int)
    s = ""
    for k = 1..n
        s = s + " "
    end
end
function y : string = deblank(s : string)
    n = numel(s)
    while n > 0 && (n > 0 ? s[n-1] == " " || s[n-1] == "\t" || s[n-1] == "\n" : false)
        n = n - 1
    end
    y = n == 0 ? "" : s[0..n-1]
end
function y : string = strjust(s : string, n : int, side : string = "right")
    more = max(n - numel(s), 0)
    match side with
    | "left" -> y = s + blanks(more)
    | "right" -> y = blanks(more) + s
    | "center" -> y = blanks(int(more/2)) + s + blanks(more - int(more/2))
    | _ -> error(sprintf("strjust: the side '%s' is not one of left, right, center", side))
    end
end

% y = isspace(s): a vec with a 1 for each byte of a text that is a blank, tab, line feed, vertical tab, form feed or carriage return, a 0 for the others.
function y = isspace(s : string)
    y = zeros(numel(s))
    for k = 0..numel(s)-1
        y[k] = numel(strfind(" \t\n\v\f\r", s[k])) > 0 ? 1 : 0
    end
    y = y != 0
end

% dec2base(n, base, length), dec2bin(n, length), dec2hex(n, length): the digits of an int from 0 on in a base of 2 to 36, with zeros in front up to `length`. base2dec(s, base), bin2dec(s), hex2dec(s): the
% int that they write.
function s : string = dec2base(n : int, base : int, length : int = 1)
    if n < 0 || base < 2 || base > 36
        error(sprintf("dec2base: %d in base %d; ints from 0 on in bases of 2 to 36", n, base))
    end
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    s = ""
    rest = n
    while rest > 0 || numel(s) < max(length, 1)
        s = digits[mod(rest, base)] + s
        rest = int(rest/base)
    end
end
function s : string = dec2bin(n : int, length : int = 1)
    s = dec2base(n, 2, length)
end
function s : string = dec2hex(n : int, length : int = 1)
    s = dec2base(n, 16, length)
end
function n : int = base2dec(s : string, base : int)
    digits = upper(strtrim(s))
    n = 0
    for k = 0..numel(digits)-1
        at = strfind("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", digits[k])
        if numel(at) == 0
            error(sprintf("base2dec: '%s' is no number in base %d", s, base))
        end
        if at[0] >= base
            error(sprintf("base2dec: '%s' is no number in base %d", s, base))
        end
        n = n*base + int(at[0])
    end
end
function n : int = bin2dec(s : string)
    n = base2dec(s, 2)
end
function n : int = hex2dec(s : string)
    n = base2dec(s, 16)
end

% iscellstr(c): a cell of texts alone. num2cell(x): a cell with the elements of an array. cell2mat(c): the arrays of a cell, a row or a grid of them, joined.
function yes : bool = iscellstr(c)
    yes = iscell(c)
    if yes
        for k = 0..numel(c)-1
            yes = yes && isstring(c[k])
        end
    end
end
function c = num2cell(x)
    c = size(x,0) > 1 ? cell(size(x,0), size(x,1)) : cell(numel(x))
    for k = 0..numel(x)-1
        c[k] = x[k]
    end
end
function y = cell2mat(c)
    y = []
    for i = 0..size(c,0)-1
        row = []
        for j = 0..size(c,1)-1
            item = c[i*size(c,1) + j]
            row = numel(row) == 0 ? item : horzcat(row, item)
        end
        y = numel(y) == 0 ? row : vertcat(y, row)
    end
end

% struct("a", 1, "b", 2): a record with these fields. isstruct(x): whether it is one. getfield(s, name): s[name]; s = setfield(s, name, value): sets it, in s itself.
function s = struct(...items)
    s = object()
    if mod(numel(items), 2) != 0
        error("struct: names and values in turn")
    end
    for k = 0..2..numel(items)-2
        s[items[k]] = items[k+1]
    end
end
function yes = isstruct(x)
    yes = isobject(x)
end
function v = getfield(s, name : string)
    v = s[name]
end
function y = setfield(s, name : string, value)
    s[name] = value
    y = s
end

% isfile(p), isfolder(p), isdir(p): whether there is a file, a folder of that name.
function yes : bool = isfile(p : string)
    yes = exist(p) == 2
end
function yes : bool = isfolder(p : string)
    yes = exist(p) == 7
end
function yes : bool = isdir(p : string)
    yes = exist(p) == 7
end
