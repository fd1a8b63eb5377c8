// qc lsp: what an editor asks of it, and what no editor should send. A client waits for each answer by its number, and
// for the messages on a text by its version.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "messages.h"
#include "servers/lsp_document.h"
#include "servers/lsp_text.h"
#include "tests/cli/run_tool.h"

using namespace qc;
using namespace qc::test;
using tool::json_text;

namespace {

bool says(const std::string& text, const std::string& part) {
  const bool there = text.find(part) != std::string::npos;
  if (!there) MESSAGE("no " << part << " in\n" << text);
  return there;
}

class Client {
 public:
  explicit Client(bool initialize = true) {
    std::signal(SIGPIPE, SIG_IGN);
    int to[2], from[2];
    if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) std::abort();
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      ::setenv("QC_CACHE", "none", 1);
      ::execl(QC_BINARY, QC_BINARY, "lsp", static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    in_ = to[1];
    out_ = from[0];
    if (!initialize) return;
    ask("initialize", R"({"processId":null,"rootUri":null,"capabilities":{}})");
    tell("initialized", "{}");
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() {
    close_input();
    close_output();
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
  }

  void raw(const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n = ::write(in_, bytes.data() + done, bytes.size() - done);
      REQUIRE(n > 0);
      done += std::size_t(n);
    }
  }
  void message(const std::string& body) { raw("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body); }
  void tell(const std::string& method, const std::string& params) {
    message(R"({"jsonrpc":"2.0","method":)" + json_text(method) + R"(,"params":)" + params + "}");
  }
  // The answer, whole.
  std::string ask(const std::string& method, const std::string& params) {
    const std::string id = std::to_string(++asked_);
    message(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":)" + json_text(method) + R"(,"params":)" + params + "}");
    return until(R"("id":)" + id + ",");
  }
  std::string ask_at(const std::string& method, const std::string& uri, int line, int character) {
    return ask("textDocument/" + method, R"({"textDocument":{"uri":)" + json_text(uri) + R"(},"position":{"line":)" +
                                             std::to_string(line) + R"(,"character":)" + std::to_string(character) +
                                             "}}");
  }
  std::string ask_of(const std::string& method, const std::string& uri) {
    return ask("textDocument/" + method,
               R"({"textDocument":{"uri":)" + json_text(uri) + R"(},"options":{"tabSize":4,"insertSpaces":true}})");
  }
  // The messages on the text.
  std::string open(const std::string& uri, const std::string& text) {
    send_text(uri, text);
    return published(uri, 1);
  }
  void send_text(const std::string& uri, const std::string& text) {
    tell("textDocument/didOpen", R"({"textDocument":{"uri":)" + json_text(uri) +
                                     R"(,"languageId":"qc","version":1,"text":)" + json_text(text) + "}}");
  }
  void change(const std::string& uri, int version, const std::string& text) {
    tell("textDocument/didChange", R"({"textDocument":{"uri":)" + json_text(uri) + R"(,"version":)" +
                                       std::to_string(version) + R"(},"contentChanges":[{"text":)" + json_text(text) +
                                       "}]}");
  }
  std::string published(const std::string& uri, int version) {
    return until(R"("uri":)" + json_text(uri) + R"(,"version":)" + std::to_string(version) + "}");
  }
  // The next message that holds this; others are passed over and counted.
  std::string until(const std::string& part) {
    for (;;) {
      const std::string one = next();
      if (one.find(part) != std::string::npos) return one;
      ++passed_over;
      if (one.empty()) FAIL("the server ended before " << part);
    }
  }
  int passed_over = 0;

  void close_input() {
    if (in_ >= 0) ::close(std::exchange(in_, -1));
  }
  void close_output() {
    if (out_ >= 0) ::close(std::exchange(out_, -1));
  }
  int exit_code() {
    int status = 0;
    REQUIRE(::waitpid(child_, &status, 0) == child_);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int shut_down() {
    ask("shutdown", "null");
    tell("exit", "null");
    return exit_code();
  }

 private:
  bool more() {
    pollfd one{out_, POLLIN, 0};
    if (::poll(&one, 1, 120'000) <= 0) return false;
    char bytes[4096];
    const ssize_t n = ::read(out_, bytes, sizeof bytes);
    if (n > 0) buffer_.append(bytes, std::size_t(n));
    return n > 0;
  }
  std::string next() {
    std::size_t end;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
      if (!more()) return {};
    REQUIRE(buffer_.starts_with("Content-Length: "));
    const std::size_t length = std::stoul(buffer_.substr(16));
    while (buffer_.size() < end + 4 + length)
      if (!more()) return {};
    std::string body = buffer_.substr(end + 4, length);
    buffer_.erase(0, end + 4 + length);
    return body;
  }

  pid_t child_ = -1;
  int in_ = -1, out_ = -1, asked_ = 0;
  std::string buffer_;
};

std::string range(int line, int begin, int end) {
  const std::string n = std::to_string(line);
  return R"("range":{"end":{"character":)" + std::to_string(end) + R"(,"line":)" + n + R"(},"start":{"character":)" +
         std::to_string(begin) + R"(,"line":)" + n + "}}";
}

const std::string kSum = "x = rand(100)\ns = 0.0\nfor i=0..99\n s += x[i]\nend\nprint s\n";
const std::string kUri = "file:///tmp/no%20such%20folder/a.q";

}  // namespace

TEST_CASE("lsp: what it can do, and how it ends") {
  Client client(false);
  const std::string early = client.ask_at("hover", kUri, 0, 0);
  CHECK(says(early, R"("code":-32002)"));
  const std::string able = client.ask("initialize", R"({"capabilities":{}})");
  for (const char* part : {R"("hoverProvider":true)", R"("completionProvider":)", R"("definitionProvider":true)",
                           R"("documentSymbolProvider":true)", R"("documentFormattingProvider":true)", R"("change":1)",
                           R"("positionEncoding":"utf-16")"})
    CHECK(says(able, part));
  CHECK(says(client.ask("initialize", "{}"), R"("code":-32600)"));
  CHECK(says(client.ask("shutdown", "null"), R"("result":null)"));
  CHECK(says(client.ask_at("hover", kUri, 0, 0), R"("code":-32600)"));
  client.tell("exit", "null");
  CHECK(client.exit_code() == 0);

  Client hasty;
  hasty.tell("exit", "null");
  CHECK(hasty.exit_code() == 1);
  Client gone;
  gone.close_input();
  CHECK(gone.exit_code() == 1);
  Client deaf;  // which no longer reads
  deaf.close_output();
  deaf.message(R"({"jsonrpc":"2.0","id":7,"method":"shutdown"})");
  CHECK(deaf.exit_code() == 1);
  CHECK(run_tool("lsp a.q").exit_code == 2);
}

TEST_CASE("lsp: messages are those of the text in the editor, in UTF-16") {
  Client client;
  CHECK(says(client.open(kUri, kSum), R"("diagnostics":[])"));
  client.change(kUri, 2, "t = \"\xF0\x9F\x98\x80\xC3\xA9\" + nowhere\nprint t\n");
  const std::string bad = client.published(kUri, 2);
  CHECK(says(bad, R"("code":"Q0201")"));
  CHECK(says(bad, range(0, 12, 19)));  // the first character of the string counts twice
  CHECK(says(bad, R"("severity":1)"));
  CHECK(says(bad, "qc explain Q0201"));
  client.change(kUri, 3, "for i=0..\n");
  CHECK(says(client.published(kUri, 3), R"("code":"Q0101")"));
  client.change(kUri, 4, "x = rand(100)\nfor i=1..99\n x[i] = sin(x[i-1])+x[i]\nend\nprint x\n");
  const std::string serial = client.published(kUri, 4);
  CHECK(says(serial, R"("code":"R007")"));
  CHECK(says(serial, R"("severity":3)"));
  CHECK(says(serial, "this loop runs in order: an iteration reads an element of 'x' that an earlier one wrote"));
  CHECK(says(serial, R"("relatedInformation":[{"location":{"range":{"end":{"character":18,"line":2})"));
  client.tell("textDocument/didClose", R"({"textDocument":{"uri":)" + json_text(kUri) + "}}");
  CHECK(says(client.until("publishDiagnostics"), R"("diagnostics":[])"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: of texts that come one after the other the newest is checked") {
  Client client;
  std::string all;
  const std::string last = "print " + std::to_string(40) + " + nowhere\n";
  client.open(kUri, kSum);
  for (int version = 2; version <= 40; ++version)
    client.change(kUri, version, version == 40 ? last : "print " + std::to_string(version) + " +\n");
  client.passed_over = 0;
  CHECK(says(client.published(kUri, 40), R"("code":"Q0201")"));
  CHECK(client.passed_over < 38);
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: hover gives types, verdicts and what help knows") {
  Client client;
  client.open(kUri, kSum);
  CHECK(says(client.ask_at("hover", kUri, 0, 0), "x : vec"));
  CHECK(says(client.ask_at("hover", kUri, 3, 1), "s : scalar"));
  CHECK(says(client.ask_at("hover", kUri, 3, 6), "x : vec"));
  const std::string loop = client.ask_at("hover", kUri, 2, 1);
  CHECK(says(loop, "reduction over i: + s"));
  CHECK(says(loop, "accumulator: s + scalar"));
  CHECK(says(loop, "plan: tree of"));
  CHECK(says(client.ask_at("hover", kUri, 2, 4), "i : int"));
  CHECK(says(client.ask_at("hover", kUri, 0, 5), "rand("));
  CHECK(says(client.ask_at("hover", kUri, 5, 2), "print a, b"));
  CHECK(says(client.ask_at("hover", kUri, 100, 2), R"("result":null)"));
  client.change(kUri, 2, "% twice as much\nfunction y = double_it(a)\n y = 2*a\nend\nz = double_it([1,2])\n");
  CHECK(says(client.ask_at("hover", kUri, 4, 8), "twice as much"));
  CHECK(says(client.ask_at("hover", kUri, 2, 1), "y : vec"));
  CHECK(says(client.ask_at("hover", kUri, 1, 23), "a : vec"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: completion has names of the text, built-ins, the library, words and fields") {
  Client client;
  client.open(kUri, "total_of_all = 1\nx = total_\ny = gaussian_f\nz = imrea\nwh");
  const std::string own = client.ask_at("completion", kUri, 1, 10);
  CHECK(says(own, R"("label":"total_of_all")"));
  CHECK(says(own, range(1, 4, 10)));
  CHECK(own.find("imread") == std::string::npos);
  CHECK(says(client.ask_at("completion", kUri, 2, 14), R"("label":"gaussian_filter")"));
  CHECK(says(client.ask_at("completion", kUri, 3, 9), R"("label":"imread")"));
  CHECK(says(client.ask_at("completion", kUri, 4, 2), R"("label":"while")"));
  client.change(kUri, 2, "#pragma fo\nfunction y = f(x : ve'mi)\n y = x % tot\nend");
  CHECK(says(client.ask_at("completion", kUri, 0, 10), R"("label":"force_parallel")"));
  const std::string type = client.ask_at("completion", kUri, 1, 21),
                    modifier = client.ask_at("completion", kUri, 1, 24);
  CHECK(says(type, R"("label":"vec")"));
  CHECK(type.find("imread") == std::string::npos);
  CHECK(says(modifier, R"("label":"mirror")"));
  CHECK(modifier.find(R"("label":"min")") == std::string::npos);
  CHECK(client.ask_at("completion", kUri, 2, 12).find("label") == std::string::npos);
  client.change(kUri, 2, "number = 4\nfor i = 0..num");  // a range is no field
  const std::string ends = client.ask_at("completion", kUri, 1, 14);
  CHECK(says(ends, R"("label":"number")"));
  CHECK(says(ends, R"("label":"numel")"));
  client.change(kUri, 3, "type point : class\n across : scalar\n along : scalar\nend\np = point()\nprint p.across\n");
  client.published(kUri, 3);
  client.change(kUri, 4,
                "type point : class\n across : scalar\n along : scalar\nend\np = point()\nprint p.across\nprint p.\n");
  const std::string fields = client.ask_at("completion", kUri, 6, 8);
  CHECK(says(fields, R"("label":"across")"));
  CHECK(says(fields, R"("label":"along")"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: behind f( how f is called, and at which argument") {
  Client client;
  client.open(kUri, "function y = f(\xc3\xa4, b = [1, 2])\n y = b\nend\nx = f(max(\"(\", 2), [3, 4\nz = x[f");
  const std::string own = client.ask_at("signatureHelp", kUri, 3, 19);
  CHECK(says(own, "\"activeParameter\":1"));
  CHECK(says(own, "\"label\":\"function y = f(\xc3\xa4, b = [1, 2])\""));
  CHECK(says(own, R"("parameters":[{"label":[15,16]},{"label":[18,28]}])"));
  CHECK(says(client.ask_at("signatureHelp", kUri, 3, 10), "max("));
  CHECK(says(client.ask_at("signatureHelp", kUri, 3, 0), "\"result\":null"));
  CHECK(says(client.ask_at("signatureHelp", kUri, 4, 7), "\"result\":null"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: definitions, in the text and in imported ones") {
  const std::string other = write_file("lsp_other.q", "function y = elsewhere(a)\n y = a\nend\n");
  const std::string uri = tool::uri_of_path(other.substr(0, other.size() - 7) + "main.q");
  Client client;
  client.open(uri,
              "import \"lsp_other.q\"\nfunction y = f(a)\n t = a\n y = t + a\nend\nt = 1\nprint f(t), elsewhere(t)\n");
  CHECK(says(client.ask_at("definition", uri, 6, 6), range(1, 13, 14)));  // f
  CHECK(says(client.ask_at("definition", uri, 6, 8), range(5, 0, 1)));    // t of the program
  CHECK(says(client.ask_at("definition", uri, 3, 5), range(2, 1, 2)));    // t of the function
  CHECK(says(client.ask_at("definition", uri, 3, 9), range(1, 15, 16)));  // its parameter
  const std::string imported = client.ask_at("definition", uri, 6, 14);
  CHECK(says(imported, range(0, 13, 22)));
  CHECK(says(imported, "lsp_other.q"));
  CHECK(says(client.ask_at("definition", uri, 0, 10), "lsp_other.q"));
  CHECK(says(client.ask_at("definition", uri, 4, 1), R"("result":[])"));
  // An editor's text of the imported file counts, also for the messages on the one that imports it.
  client.send_text(tool::uri_of_path(other), "\n\nfunction y = elsewhere_now(a)\n y = a\nend\n");
  CHECK(says(client.published(uri, 1), R"("code":"Q0201")"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: where a name stands, and another name for it") {
  const std::string other = write_file("lsp_names.q", "function y = scaled(a, by = 2)\n y = a*by\nend\n");
  const std::string uri = tool::uri_of_path(other.substr(0, other.size() - 11) + "names_main.q");
  Client client;
  client.open(uri,
              "import \"lsp_names.q\"\n% t is told\nfunction y = f(t)\n y = t + 1\nend\nt = 1\ns.t = 2\n"
              "print f(t), \"t\", scaled(t, by := 3), s.t\n");
  const auto references = [&](const std::string& of, int line, int character) {
    return client.ask("textDocument/references", R"({"textDocument":{"uri":)" + json_text(of) +
                                                     R"(},"position":{"line":)" + std::to_string(line) +
                                                     R"(,"character":)" + std::to_string(character) +
                                                     R"(},"context":{"includeDeclaration":false}})");
  };
  const auto rename = [&](const std::string& of, int line, int character, const std::string& name) {
    return client.ask("textDocument/rename", R"({"textDocument":{"uri":)" + json_text(of) + R"(},"position":{"line":)" +
                                                 std::to_string(line) + R"(,"character":)" + std::to_string(character) +
                                                 R"(},"newName":)" + json_text(name) + "}");
  };
  const auto count = [](const std::string& text) {
    std::size_t n = 0;
    for (auto at = text.find("\"range\""); at != std::string::npos; at = text.find("\"range\"", at + 1)) ++n;
    return n;
  };
  const std::string of_program =
      client.ask_at("documentHighlight", uri, 5, 0);  // not the parameter, the field, the texts
  CHECK(count(of_program) == 3);
  for (const auto& place : {range(5, 0, 1), range(7, 8, 9), range(7, 24, 25)}) CHECK(says(of_program, place));
  const std::string of_function = references(uri, 3, 5);
  CHECK(count(of_function) == 1);
  CHECK(says(of_function, range(3, 5, 6)));
  CHECK(count(references(uri, 7, 0)) == 0);  // a word of the language
  CHECK(says(client.ask_at("prepareRename", uri, 7, 24), range(7, 24, 25).substr(8)));
  const std::string renamed = rename(uri, 7, 24, "start");
  CHECK(count(renamed) == 3);
  CHECK(says(renamed, R"("newText":"start")"));
  for (const char* name : {"1t", "for", "sum", "a b", ""}) CHECK(says(rename(uri, 7, 24, name), R"("code":-32602)"));
  CHECK(says(rename(uri, 7, 24, "s"), "'s' stands in"));
  CHECK(says(rename(uri, 7, 17, "larger"), "which is not open"));
  CHECK(says(client.ask_at("prepareRename", uri, 6, 2), "no name that can be changed"));  // a field

  client.open(tool::uri_of_path(other), "function y = scaled(a, by = 2)\n y = a*by\nend\n");
  const std::string parameter = rename(uri, 7, 27, "times");  // also where it is defined
  CHECK(count(parameter) == 3);
  CHECK(says(parameter, range(7, 27, 29)));
  CHECK(says(parameter, range(0, 23, 25)));
  CHECK(says(parameter, range(1, 7, 9)));
  CHECK(count(rename(tool::uri_of_path(other), 0, 14, "larger")) == 2);
  client.change(uri, 2, "t = 1\nprint t + (\n");
  CHECK(says(rename(uri, 0, 0, "start"), "has errors in its syntax"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: while a text cannot be read, what was known of it still is") {
  Client client;
  const std::string function = "function y = f(a, rows)\n  y = a + rows\nend\n";
  client.open(kUri, function + "x = rand(100)\nrows = \"many\"\nz = f(x, 2)\n");
  const std::string broken = function + "x = rand(100)\nrows = \"many\"\nw = x + (\nz = f(x, 2)\nb = 1\n";
  client.change(kUri, 2, broken);
  client.change(kUri, 3, "% f\n" + broken);
  CHECK(says(client.published(kUri, 3), "Q0101"));
  const std::string outline = client.ask_of("documentSymbol", kUri);
  CHECK(says(outline, R"("name":"f")"));
  CHECK(says(outline, R"("selectionRange":{"end":{"character":14,"line":1},"start":{"character":13,"line":1}})"));
  CHECK(says(client.ask_at("definition", kUri, 7, 4), range(1, 13, 14)));   // behind the change: f
  CHECK(says(client.ask_at("definition", kUri, 6, 4), range(4, 0, 1)));     // in it: x
  CHECK(says(client.ask_at("definition", kUri, 2, 11), range(1, 18, 22)));  // before it: the parameter
  CHECK(says(client.ask_at("hover", kUri, 6, 4), "x : vec"));
  CHECK(says(client.ask_at("hover", kUri, 7, 6), "x : vec"));
  CHECK(says(client.ask_at("hover", kUri, 5, 1), "rows : string"));
  CHECK(says(client.ask_at("hover", kUri, 2, 11), "rows : int"));
  // A name that was not there is no word in the help on something else.
  CHECK(says(client.ask_at("hover", kUri, 8, 0), R"("result":null)"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: of a text that never could be read there is nothing to tell") {
  Client client;
  client.open(kUri, "x = (\n");
  CHECK(says(client.ask_of("documentSymbol", kUri), R"("result":[])"));
  CHECK(says(client.ask_at("definition", kUri, 0, 0), R"("result":[])"));
  CHECK(says(client.ask_at("hover", kUri, 0, 0), R"("result":null)"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: places of a text in a later one") {
  tool::LspChanges changes;
  CHECK(changes.now(2) == 2);
  changes.add("one two three", "one 22 2 three");
  for (const auto& [before, now] : {std::pair{0, 0}, {4, 4}, {7, 8}, {9, 10}, {13, 14}}) {
    CHECK(changes.now(std::size_t(before)) == std::size_t(now));
    CHECK(changes.before(std::size_t(now)) == std::size_t(before));
  }
  CHECK(changes.now(5) == 4);  // what was taken away, and what came
  CHECK(changes.before(6) == 4);
  changes.add("one 22 2 three", "the one 22 2 three");  // far away from the first
  CHECK(changes.now(0) == 4);
  CHECK(changes.now(9) == 14);
  CHECK(changes.before(14) == 9);
  CHECK(changes.before(10) == 4);
  tool::LspChanges none, more;
  none.add("a a", "a a");
  CHECK(none.before(2) == 2);
  more.add("aa", "aaa");
  CHECK(more.now(1) == 1);
  CHECK(more.now(2) == 3);
}

TEST_CASE("lsp: the outline and the usual form") {
  Client client;
  client.open(kUri, "type point : class\n x : scalar\nend\nfunction y = f(a)\n  y = a\nend\n" + kSum);
  const std::string outline = client.ask_of("documentSymbol", kUri);
  CHECK(says(outline, R"("kind":5,"name":"point")"));
  CHECK(says(outline, R"("kind":12,"name":"f")"));
  CHECK(says(outline, R"("detail":"reduction","kind":25,"name":"for i")"));
  CHECK(says(client.ask_of("formatting", kUri), R"(    s += x[i]\nend\nprint s\n")"));
  client.change(kUri, 2, "print 1\n");
  CHECK(says(client.ask_of("formatting", kUri), R"("result":[])"));
  client.change(kUri, 3, "for\n");
  CHECK(says(client.ask_of("formatting", kUri), R"("result":null)"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: what is no message, or a wrong one, is answered and ends nothing") {
  Client client;
  client.message("{\"jsonrpc\": nonsense");
  CHECK(says(client.until("error"), R"("code":-32700)"));
  client.message("\xff\xfe");
  CHECK(says(client.until("error"), R"("code":-32700)"));
  client.message("[1, 2]");
  CHECK(says(client.until("error"), R"("code":-32600)"));
  client.message(R"({"jsonrpc":"2.0","id":{},"method":"shutdown"})");
  CHECK(says(client.until("error"), R"("code":-32600)"));
  client.message(std::string(100000, '['));
  CHECK(says(client.until("error"), R"("code":-32700)"));
  client.raw("Content-Length: 99999999999999999999999999\r\n\r\n{\"id\":1}");
  CHECK(says(client.until("error"), "too long"));
  CHECK(says(client.ask("nothing/known", "{}"), R"("code":-32601)"));
  client.raw("Content-Length: many\r\n\r\n");
  CHECK(says(client.until("error"), "no number"));
  CHECK(says(client.ask("nothing/known", "{}"), R"("code":-32601)"));
  client.raw("Content-Type: x\r\n\r\n{}");
  CHECK(says(client.until("error"), "without Content-Length"));
  client.raw(std::string(100000, 'x'));
  for (const char* params : {"null", "[]", R"({"textDocument":1})", R"({"textDocument":{"uri":"file:///not/open.q"}})",
                             R"({"textDocument":{"uri":5},"position":{}})"})
    CHECK(says(client.ask("textDocument/hover", params), R"("code":-32602)"));
  client.open(kUri, kSum);
  CHECK(says(client.ask_at("hover", kUri, -1, 0), R"("code":-32602)"));
  client.tell("textDocument/didChange", R"({"textDocument":{"uri":)" + json_text(kUri) + "}}");
  CHECK(says(client.until("logMessage"), "contentChanges"));
  client.tell("textDocument/didOpen", "7");
  CHECK(says(client.until("logMessage"), "textDocument"));
  client.tell("$/unknown", "{}");
  CHECK(says(client.ask_at("hover", kUri, 0, 0), "x : vec"));
  CHECK(client.shut_down() == 0);
}

TEST_CASE("lsp: places in UTF-16 and addresses of files") {
  const std::string text = "a\xC3\xA9z\r\n\xF0\x9F\x98\x80z\rend";
  const tool::LspLines lines(text);
  const auto place = [&](std::size_t byte) {
    const auto p = lines.position(byte);
    return std::to_string(p.line) + ":" + std::to_string(p.character);
  };
  CHECK(place(0) == "0:0");
  CHECK(place(3) == "0:2");
  CHECK(place(6) == "1:0");
  CHECK(place(8) == "1:0");  // inside a character
  CHECK(place(10) == "1:2");
  CHECK(place(text.size()) == "2:3");
  CHECK(lines.byte({0, 2}) == 3);
  CHECK(lines.byte({0, 99}) == 4);
  CHECK(lines.byte({1, 1}) == 6);  // between its two halves
  CHECK(lines.byte({1, 2}) == 10);
  CHECK(lines.byte({9, 0}) == text.size());
  CHECK(tool::path_of_uri("file:///a%20b/%C3%A9.q") == "/a b/\xC3\xA9.q");
  CHECK(tool::path_of_uri("untitled:1") == "untitled:1");
  CHECK(tool::uri_of_path("/a b/c.q") == "file:///a%20b/c.q");
}
