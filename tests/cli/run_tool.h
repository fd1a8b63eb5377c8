// Runs the built tool as a user does.
#pragma once
#include <string>
#include <vector>

namespace qc::test {

struct Finished {
  int exit_code = -1;  // -1: ended by a signal
  std::string out, err;
};

// `arguments` is shell text after the tool's name, such as "-e 'print 1' --threads=2". input: standard input.
Finished run_tool(const std::string& arguments, const std::string& input = "", const std::string& environment = "");

// A file with this text in a folder of this process, removed when the process ends.
std::string write_file(const std::string& name, const std::string& text);

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Whether the parts stand in the text one after the other; says which one does not.
bool in_order(const std::string& text, const std::vector<std::string>& parts);

}  // namespace qc::test
