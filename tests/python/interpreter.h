// Which Python the tests of Python's modules run with.
#pragma once
#include <string>

namespace qc::test {

// For a shell: `python3`, or that of the system where the first has not the module.
inline std::string python_with(const std::string& module) {
  return "$(python3 -c 'import " + module + "' 2>/dev/null || [ ! -x /usr/bin/python3 ] && echo python3 || " +
         "echo /usr/bin/python3)";
}

}  // namespace qc::test
