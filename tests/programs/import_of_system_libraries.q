% The libraries of the system that programs were written for: what these three hold is there, of any other a warning says that it is not.
% warning Q0206 at 7:1
% warning Q0206 at 8:1
import "Quasar.UI.dll"
import "C:\Program Files\Quasar\Quasar.Video.dll"
import "Quasar.Runtime.dll"
import "camera.dll"
import "modules/beside.dll"  % there is such a file
frm = form("sliders")
s = frm.add_slider("a", 2, 0, 10)
print s.value
% expect: 2
