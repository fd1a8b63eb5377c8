% Instances of a dynamic class take further fields; those that are declared keep their types
type bird : dynamic class
    name : string
    color : vec3
    age : int
end
function [] = start(self : bird)
    self.is_flying = true
end
b = bird(name := "heron")
b.position = [0,0,10]
b.is_flying = false
b.climb = h -> (b.position[2] += h)
b.age = 3.7
start(b)
b.climb(5)
c = b
c.speed = 2.5
print b.name, " ", b.position, " ", b.is_flying, " ", b.age, " ", b.speed*2, " ", b.color
print isfield(b, "speed"), " ", isfield(bird(), "speed")
s = 0.0
for k=0..9
    s += b.speed*k + b.position[2]
end
print s
try
    b.name = 5
catch e
    print "kept"
end
try
    print b.wings
catch e
    print e
end
% expect: heron [0,0,15] 1 3 5 [0,0,0]
% expect: 1 0
% expect: 262.5
% expect: kept
% expect: 'bird' has no field 'wings'
