// Writes a whole file so that an error (a full disk) leaves what was there: beside its place, and renamed then.
#pragma once
#include <string>
#include <vector>

namespace qc::io {

// 0, or the errno of what failed; ECANCELED once the program is to stop (support/stop.h). The file keeps its
// permissions, and its owner where that may be given; one that nobody may write is an error, for root as well; a
// symbolic link stays one. Where a new file cannot take the place of the old one (pipes, devices, links to nothing,
// folders that take no new file, files that are mounted) the file is written in place.
int replace_file(const std::string& path, const std::vector<unsigned char>& bytes);

}  // namespace qc::io
