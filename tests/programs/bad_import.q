% An import that is nowhere.
import "no_such_file.q"
% error Q0206
