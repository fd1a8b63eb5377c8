// Messages of the language server: texts of JSON, each behind a header that says how long it is.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace qc::tool {

class LspTransport {
 public:
  LspTransport(int input, int output) : input_(input), output_(output) {}

  struct End {};  // of the input
  struct Unreadable {
    std::string why;
  };
  // The next message; waits for it. What is no message is Unreadable once, and passed over up to the next header.
  std::variant<std::string, Unreadable, End> next();
  // Whether something more has come in, so that next() is worth asking before other work.
  bool waiting() const;
  // False: nobody reads any more.
  bool send(std::string_view text);

 private:
  bool more();
  int input_, output_;
  std::string buffer_;
  bool lost_ = false;  // what was wrong is told already, the next header is looked for
};

}  // namespace qc::tool
