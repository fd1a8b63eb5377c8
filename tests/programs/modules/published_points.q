type point : mutable class
    x : int
    y : int
end
function y = point (px : int, py : int)
    y = point(x:=px, y:=py)
end
function y = point()
    y = point(x:=-1, y:=-1)
end

type point_list : mutable class
    length : int
    last : point
end
function y = point_list()
    y = point_list(length:=0, last:=point())
end
function y = add(self : point_list, p : point)
    self.last = p
    self.length = self.length + 1
    y = self
end
function y = isEmpty(self : point_list)
    if(self.length > 0)
        y = false
    else
        y = true
    endif
end
