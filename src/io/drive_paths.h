// Files that a program names by a path of another system.
#pragma once
#include <string>

namespace qc::io {

// The path to open for reading. A path with a drive, "C:\pictures\cat.png", leads nowhere here: then the first of its
// ends that is a file, pictures/cat.png, cat.png, from the folder the program runs in. Otherwise the path as it stands.
std::string path_to_read(const std::string& path);

// Before a file is written there: of a path with a drive, "D:/results/cat.png", the folders are made, D:/results in the
// folder the program runs in, since a program cannot expect them here.
void make_folders_of_drive(const std::string& path);

}  // namespace qc::io
