% Relative to its own folder; the cycle ends here.
import "../two.q"
print "three"
