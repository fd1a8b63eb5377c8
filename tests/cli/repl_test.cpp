// The REPL over lines that are not typed by hand.
#include "repl.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>

#include "function_help.h"
#include "host/library/library.h"
#include "sema/builtins.h"
#include "tests/cli/run_tool.h"

using namespace qc;
using namespace qc::tool;

namespace {

class Lines : public LineReader {
 public:
  explicit Lines(std::deque<Entry> entries) : entries_(std::move(entries)) {}
  Entry read(const std::string& prompt) override {
    prompts += prompt;
    if (entries_.empty()) return {Kind::End, {}};
    Entry e = entries_.front();
    entries_.pop_front();
    return e;
  }
  void remember(const std::string& text) override { remembered.push_back(text); }
  std::vector<std::string> entries() const override { return remembered; }
  std::string prompts;
  std::vector<std::string> remembered;

 private:
  std::deque<Entry> entries_;
};

struct Ran {
  int exit_code;
  std::string out, err;
};

Ran repl(Lines& lines, bool interactive = false) {
  Ran ran{};
  Streams streams;
  streams.out = [&](std::string_view t) {
    ran.out += t;
    return true;
  };
  streams.err = [&](std::string_view t) { ran.err += t; };
  ran.exit_code = run_repl({}, streams, lines, interactive);
  return ran;
}

LineReader::Entry line(const char* text) { return {LineReader::Kind::Line, text}; }

}  // namespace

TEST_CASE("values are shown unless a semicolon ends the statement") {
  Lines lines({line("x = 3"), line("y = 4;"), line("x + y"), line("x;"), line("x, y;"), line("a = 1; b = 2"),
               line("[p, q] = max([3,5,4]);"), line("x += 1;"), line("x"), line("c = d = 7;"),
               line("if x > 0; z = 1; end")});
  const auto ran = repl(lines);
  CHECK(ran.out == "x = 3\n7\nx = 3\nb = 2\nx = 4\n");
  CHECK(ran.err == "");
  CHECK(ran.exit_code == 0);
}

TEST_CASE("an entry goes on until its block ends") {
  Lines lines({line("s = 0;"), line("for i=1..4"), line("  s += i"), line("end"), line("print s")});
  const auto ran = repl(lines);
  CHECK(ran.out.find("10\n") != std::string::npos);
  CHECK(lines.prompts == "qc> qc>   >   > qc> qc> ");
  REQUIRE(lines.remembered.size() == 3);
  CHECK(lines.remembered[1] == "for i=1..4\n  s += i\nend");
}

TEST_CASE("errors and Ctrl-C keep the variables") {
  Lines lines({line("x = 5;"),
               line("missing + 1"),
               line("if x"),
               {LineReader::Kind::Interrupted, ""},
               line("x[9]"),
               line("x")});
  const auto ran = repl(lines, true);
  CHECK(ran.err.find("<input 2>:1:1: error[Q0201]") != std::string::npos);
  CHECK(ran.out.find("x = 5\n") != std::string::npos);
  CHECK(ran.exit_code == 0);  // at a terminal errors were seen
}

TEST_CASE("commands of the REPL") {
  Lines lines(
      {line(":vars"), line("n = 2;"), line(":vars"), line(":help"), line(":nonsense"), line("quit"), line("n")});
  const auto ran = repl(lines);
  CHECK(ran.out.find("n : int\n") != std::string::npos);
  CHECK(ran.out.find(":explain on|off") != std::string::npos);
  CHECK(ran.err.find("unknown command ':nonsense'") != std::string::npos);
  CHECK(ran.exit_code == 2);  // from a pipe the last failure counts
}

TEST_CASE("commands go by the names that other systems have for them") {
  const std::string file = qc::test::write_file("twice.q", "function y = twice(x)\n y = 2*x\nend\n");
  const std::string folder = file.substr(0, file.rfind('/'));
  const auto said = [](std::initializer_list<std::string> entries) {
    Lines lines({});
    std::deque<LineReader::Entry> all;
    for (const auto& e : entries) all.push_back(line(e.c_str()));
    const auto ran = [&] {
      Lines typed(all);
      return repl(typed);
    }();
    return ran.out + ran.err;
  };
  for (const char* load : {"run ", "source ", "include ", ":load "}) {
    CAPTURE(load);
    CHECK(said({load + file, "twice(4)"}) == "8\n");
    CHECK(said({load + ("\"" + file + "\";"), "twice(4)"}) == "8\n");
  }
  CHECK(said({"run(\"" + file + "\")", "twice(4)"}) == "8\n");
  const std::string help = said({"?sin"});
  CHECK(help.starts_with("sin(x), cos(x), tan(x)\n"));
  for (const char* asked : {"help sin", "doc sin", "sin?", "sin??", "help(sin)", "help(\"sin\")", "doc sin;"}) {
    CAPTURE(asked);
    CHECK(said({asked}) == help);
  }
  CHECK(said({"function y = f(x)\n y = x\nend"}) == "");
  CHECK(said({"run " + file, "which twice"}) == "twice: " + file + ":1\n");
  CHECK(said({"x = ones(3,4);", "which x"}) == "x: a variable, mat 3 x 4\n");
  CHECK(said({"which sin"}) == "sin: built in\n");
  CHECK(said({"which inv"}).starts_with("inv: stdlib/linalg.q:"));
  CHECK(said({"which for"}) == "for: a word of the language\n");
  CHECK(said({"which nothing_so"}).find("nothing is known of 'nothing_so'") != std::string::npos);
  CHECK(said({"@time x = 3;", "x"}).ends_with("s\nx = 3\n"));
  CHECK(said({"a = 1", "history 1"}) == "a = 1\na = 1\n");
  CHECK(said({"history all"}).find(":history expects how many entries") != std::string::npos);
  CHECK(said({"ls " + folder}).find("twice.q") != std::string::npos);
  CHECK(said({"ls " + folder + "/not_there"}).find("cannot list") != std::string::npos);
  const std::string here = said({"pwd"});
  CHECK(here == std::filesystem::current_path().string() + "\n");
  CHECK(said({"cd " + folder, "pwd", "cd " + here}).starts_with(folder + "\n" + folder + "\n"));
  CHECK(said({"cd not_there"}).find("cannot go to 'not_there'") != std::string::npos);
  // Names of one's own go before, and an assignment makes one.
  CHECK(said({"run = 4", "run"}) == "run = 4\nrun = 4\n");
  CHECK(said({"cd : int = 4", "cd"}) == "cd = 4\ncd = 4\n");
  CHECK(said({"ls = [1,2];", "ls [1]"}) == "2\n");
  CHECK(said({"function y = which(x)\n y = 3*x\nend", "which(2)"}) == "6\n");
}

TEST_CASE("help finds commands, without their colon and by the names that other systems have for them") {
  Lines lines({line(":help device"), line("?:device"), line("help whos"), line("? quit"), line("help :q"),
               line("?time"), line("device = 3;"), line("?device"), line("?devic")});
  const auto ran = repl(lines);
  const std::string device = ":device [NAME]\n  where loops run";
  CHECK(qc::test::in_order(ran.out, {device, device, ":vars\n", ":quit\n", ":quit\n", "time(), clock()",
                                     ":time STATEMENT\n", "device : int\n" + device}));
  CHECK(ran.err.find("did you mean device?") != std::string::npos);
}

TEST_CASE("a comment that is a command elsewhere says so at a terminal") {
  Lines lines({line("%timeit sin(1)"), line("% time is short"), line("x = 1")});
  CHECK(repl(lines, true).err == "'%' begins a comment; the command is :bench\n");
}

TEST_CASE(":explain reports on the loops that follow") {
  Lines lines({line("s = 0;"), line("for i=1..4; s += i; end"), line(":explain on"), line("for j=1..4; s += j; end")});
  const auto ran = repl(lines);
  CHECK(ran.err.find("over i") == std::string::npos);
  CHECK(ran.err.find("reduction over j: + s") != std::string::npos);
}

TEST_CASE("warnings and what goes to file 2 are shown with reports or without") {
  Lines lines({line("warning(\"careful\")"), line("fprintf(2, \"note\\n\")"), line("for i=1..4; s = i; end")});
  CHECK(repl(lines).err == "warning: careful\nnote\n");
}

TEST_CASE("an entry that never ends says what is missing") {
  Lines lines({line("for i=1..4"), line("x = i")});
  const auto ran = repl(lines);
  CHECK(ran.err.find("Q0101") != std::string::npos);
  CHECK(ran.exit_code == 3);
}

TEST_CASE("ans is the last value that was not assigned") {
  Lines lines({line("2 + 3"), line("ans*2;"), line("x = ans + 1"), line("ans"), line("x"), line("ans"), line("print 1"),
               line("ans")});
  CHECK(repl(lines).out == "5\nx = 11\nans = 10\nx = 11\nans = 10\n1\nans = 10\n");
}

TEST_CASE("large values are shown by their ends") {
  Lines lines({line("v = 0..999"), line("A = ones(100,3)"), line("im = zeros(512,512,3)"), line("B = zeros(2,200)"),
               line("c = cell(300)"), line("e = []"), line("t = [[1,2],[3,4]]")});
  const auto ran = repl(lines);
  CHECK(qc::test::in_order(ran.out,
                           {"v = vec[int] 1000: [0,1,2,3,4,5,6,7,8,9, .. ,997,998,999]\n", "A = mat 100 x 3\n[1,1,1]\n",
                            "\n ..\n[1,1,1]\n[1,1,1]\n[1,1,1]\n", "im = cube 512 x 512 x 3, 0 .. 0, mean 0\n",
                            "B = mat 2 x 200\n[0,0,", ", .. ,0,0]\n", "c = cell of 300\n  [0] nullptr\n", "  ..\n",
                            "  [299] nullptr\n", "e = []\n", "t =\n[1,2]\n[3,4]\n"}));
  CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') < 40);
}

// What the prompt shows of an image, behind the line that says what it is.
static std::string preview(const char* image, Screen::Images how) {
  Lines lines({line((std::string("im = ") + image).c_str())});
  Screen screen;
  screen.images = how;
  screen.colours = Screen::Colours::True;
  std::string out;
  Streams streams;
  streams.out = [&](std::string_view t) {
    out += t;
    return true;
  };
  streams.err = [](std::string_view) {};
  run_repl({}, streams, lines, false, screen);
  CHECK(out.starts_with("im = cube"));
  return out.substr(std::min(out.find('\n') + 1, out.size()));
}

TEST_CASE("an image is drawn as the terminal can") {
  using Images = Screen::Images;
  const char* const white = "255*ones(64,64,3)";
  CHECK(preview(white, Images::None) == "");
  const std::string blocks = preview(white, Images::HalfBlocks);
  CHECK(blocks.find("\x1b[38;2;255;255;255m\x1b[48;2;255;255;255m\u2580") != std::string::npos);
  CHECK(std::count(blocks.begin(), blocks.end(), '\n') == 20);
  // 64 x 64 white pixels: ten bands of six rows and one of four, each one run of the last colour.
  const std::string sixels = preview(white, Images::Sixel);
  CHECK(sixels.starts_with("\x1bP0;1;0q\"1;1;64;64#0;2;0;0;0"));
  CHECK(sixels.find("#215;2;100;100;100#215!64~$-#215!64~$-") != std::string::npos);
  CHECK(sixels.ends_with("#215!64N$-\x1b\\\n"));
  const std::string red = preview("reshape(repmat([255,0,0],1,400), [20,20,3])", Images::Sixel);
  CHECK(red.find("#180;2;100;0;0") != std::string::npos);
  CHECK(red.find("#180!80~$-") != std::string::npos);  // four times as large
  const std::string kitty = preview(white, Images::Kitty);
  CHECK(kitty.starts_with("\x1b_Ga=T,f=100,q=2,m=0;iVBORw0KGgo"));  // a PNG
  CHECK(kitty.ends_with("\x1b\\\n"));
  const std::string noise = preview("255*rand(200,300,3)", Images::Kitty);
  CHECK(noise.starts_with("\x1b_Ga=T,f=100,q=2,m=1;"));
  CHECK(noise.find("\x1b\\\x1b_Gm=1;") == noise.find(';') + 1 + 4096);
  CHECK(noise.find("\x1b_Gm=0;") != std::string::npos);
}

TEST_CASE("what a terminal can draw is told by its variables") {
  using Images = Screen::Images;
  using Variables = std::map<std::string, std::string>;
  Screen text;
  text.unicode = true;
  text.colours = Screen::Colours::True;
  const auto of = [](const Screen& screen, const Variables& variables) {
    return images_of_terminal(screen, [&](const char* name) {
      const auto it = variables.find(name);
      return it == variables.end() ? std::string() : it->second;
    });
  };
  CHECK(of(text, {{"TERM", "xterm-256color"}}) == Images::HalfBlocks);
  CHECK(of({}, {{"TERM", "xterm-256color"}}) == Images::None);
  CHECK(of(text, {{"TERM", "xterm-kitty"}}) == Images::Kitty);
  CHECK(of({}, {{"TERM", "xterm-256color"}, {"KITTY_WINDOW_ID", "1"}}) == Images::Kitty);
  CHECK(of(text, {{"TERM", "tmux-256color"}, {"KITTY_WINDOW_ID", "1"}}) == Images::HalfBlocks);
  CHECK(of(text, {{"TERM", "xterm-kitty"}, {"TMUX", "/tmp/tmux"}}) == Images::HalfBlocks);
  CHECK(of(text, {{"TERM", "foot"}}) == Images::Sixel);
  CHECK(of(text, {{"TERM", "xterm-256color"}, {"TERM_PROGRAM", "WezTerm"}}) == Images::Sixel);
  CHECK(of(text, {{"TERM", "xterm"}, {"QC_IMAGES", "sixel"}}) == Images::Sixel);
  CHECK(of(text, {{"TERM", "xterm-kitty"}, {"QC_IMAGES", "blocks"}}) == Images::HalfBlocks);
  CHECK(of(text, {{"TERM", "xterm-kitty"}, {"QC_IMAGES", "none"}}) == Images::None);
}

TEST_CASE("help on functions: built-in, of the library, of the user, words, codes") {
  Lines lines({line("% twice as much"), line("function y = twice(x)"), line(" y = 2*x"), line("end"), line("?twice"),
               line("?sin"), line("help imfilter"), line("?for"), line("?R012"), line("help"), line("?histogramm"),
               line("? fourier")});
  const auto ran = repl(lines);
  CHECK(qc::test::in_order(
      ran.out,
      {"function y = twice(x)\n  twice as much\n", "sin(x), cos(x), tan(x)\n  sine, cosine", "function y = imfilter(",
       "(stdlib/imfilter.q)", "for i = 0..n-1", "R012: ", ":type EXPRESSION", "Fourier transform"}));
  CHECK(ran.err.find("did you mean histogram?") != std::string::npos);
}

TEST_CASE("every built-in and every function of the library has help") {
  const SourceMap none;
  for (const auto& name : builtin_names()) {
    INFO(name);
    if (name[0] != '$') CHECK(help_on(name, none) != "");
  }
  for (const auto& name : host::Library::names()) {
    INFO(name);
    CHECK(help_on(name, none).find("\n  ") != std::string::npos);
  }
}

TEST_CASE("commands that look at values, time and clear") {
  Lines lines({line("A = zeros(3,4);"), line("p = object(); p.x = 1;"), line(":type A"), line(":type 1/2"),
               line("whos"), line(":clear A"), line("A"), line("clear"), line(":vars"), line(":time x = 1;"), line("x"),
               line(":type"), line(":typ x")});
  const auto ran = repl(lines);
  CHECK(qc::test::in_order(
      ran.out, {"mat 3 x 4\n", "scalar\n", "A : mat 3 x 4, 48 bytes\np : object with 1 field\n", "s\n", "x = 1\n"}));
  CHECK(qc::test::in_order(ran.err, {"'A'", ":type takes an expression", "did you mean :type?"}));
}

TEST_CASE(":bench runs a statement many times, says how long it takes and nothing else") {
  Lines lines({line("n = 0;"), line(":bench n += 1"), line("n > 10"), line("@btime print n"), line(":bench"),
               line(":bench import \"f.q\""), line(":bench x = [1,2][7]"), line(":bench 1 +* 2"), line("n > 10")});
  const auto ran = repl(lines);
  CHECK(qc::test::in_order(ran.out, {" +- ", "(95 % of the mean), median ", " .. ",
                                     " runs; the first, with compiling, ", "s\n1\n", " +- ", "s\n1\n"}));
  CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 4);
  CHECK(qc::test::in_order(ran.err, {":bench takes a statement", "not a definition", "Q0401", "Q0101"}));
}

TEST_CASE("whos and the like are names as soon as something goes by them") {
  Lines lines({line("whos = 3;"), line("whos"), line("help = 4"), line("help"), line("exit;")});
  CHECK(repl(lines).out == "whos = 3\nhelp = 4\nhelp = 4\n");
}

TEST_CASE("a file that was edited is imported again") {
  const std::string inner = qc::test::write_file("edited_inner.q", "function y = inner(x)\n y = x + 1\nend\n");
  const std::string file = qc::test::write_file(
      "edited.q", "import \"edited_inner.q\"\nfunction y = edited(x)\n y = inner(x)*10\nend\nprint \"loaded\"\n");
  const std::string import = "import \"" + file + "\"";
  class Editing : public LineReader {
   public:
    explicit Editing(std::function<Entry(int)> next) : next_(std::move(next)) {}
    Entry read(const std::string&) override { return next_(count_++); }

   private:
    std::function<Entry(int)> next_;
    int count_ = 0;
  } lines([&](int k) -> LineReader::Entry {
    const auto text = [](const std::string& t) { return LineReader::Entry{LineReader::Kind::Line, t}; };
    switch (k) {
      case 0:
        return text(import);
      case 1:
        return text("edited(1)");
      case 2:
        return text(import);
      case 3:
        return text(":reload");
      case 4:
        qc::test::write_file("edited.q",
                             "import \"edited_inner.q\"\nfunction y = edited(x, more = 5)\n y = inner(x)*100 + "
                             "more\nend\nprint \"again\"\n");
        return text(import);
      case 5:
        return text("edited(1)");
      case 6:
        qc::test::write_file("edited_inner.q", "function y = inner(x)\n y = x + 2\nend\n");
        return text(import);
      case 7:
        return text("edited(1)");
      case 8:
        qc::test::write_file("edited_inner.q", "function y = inner(x)\n y = x +\nend\n");
        return text(import);
      case 9:
        qc::test::write_file("edited_inner.q", "function y = inner(x)\n y = x + 3\nend\n");
        return text(":load " + file);
      case 10:
        return text("edited(1)");
      default:
        return {LineReader::Kind::End, ""};
    }
  });
  std::string out, err;
  Streams streams;
  streams.out = [&](std::string_view t) {
    out += t;
    return true;
  };
  streams.err = [&](std::string_view t) { err += t; };
  run_repl({}, streams, lines, true);
  CHECK(out == "loaded\n20\nnothing was edited\nagain\n205\n305\n405\n\n");
  CHECK(err.find("Q0101") != std::string::npos);
}

TEST_CASE("a session is saved, begun anew and loaded") {
  const std::string file = qc::test::write_file("saved.q", "");
  Lines lines({line("function y = f(x)"), line(" y = x + 1"), line("end"), line("n = 5;"), line("missing;"),
               line((":save " + file).c_str()), line(":reset"), line(":vars"), line((":load " + file).c_str()),
               line("f(n)")});
  const auto ran = repl(lines, true);
  CHECK(ran.out == "6\n\n");
}

TEST_CASE("the session moves to another device with its data and functions") {
  Lines lines({line("function y = f(x)"), line(" y = 2*x"), line("end"), line("x = [1,2,3];"), line("g = a -> a + 1;"),
               line(":device simt"), line("f(x)"), line(":device tpu")});
  const auto ran = repl(lines);
  CHECK(qc::test::in_order(ran.out, {"not taken along: g\n", "[2,4,6]\n"}));
  CHECK(ran.err.find(":device expects") != std::string::npos);
}

TEST_CASE("the last entry is explained and emitted") {
  Lines lines({line("x = rand(100);"), line("for i=0..99; x[i] = 2*x[i]; end"), line("s = 0.0;"),
               line("for i=0..99; s += x[i]; end"), line(":explain"), line(":emit kernel"), line(":emit everything")});
  const auto ran = repl(lines);
  CHECK(ran.out.find("reduction over i: + s") != std::string::npos);
  CHECK(ran.out.find("map over i") == std::string::npos);
  CHECK(ran.out.find("__kernel__") != std::string::npos);
  CHECK(ran.err.find(":emit expects") != std::string::npos);
}

TEST_CASE("lines that were pasted together run one after the other, without their prompts") {
  Lines lines({line("qc> a = 1\na = 1\nqc> for i=1..2\n  > a += i\n  > end\nqc> a"),
               line("b = 2\n:type b\nmissing\nb = 3"), line("b")});
  const auto ran = repl(lines, true);
  CHECK(ran.out.find("a = 1\n") == 0);
  CHECK(qc::test::in_order(ran.out, {"a = 4\n", "b = 2\nint\n", "b = 2\n"}));  // behind an error nothing more is run
  CHECK(clean_pasted(">> x = 3\n\nx =\n\n     3\n\n>> y = 4\r\n") == "x = 3\ny = 4");
  CHECK(clean_pasted("In [1]: x = 3\n   ...: y\nOut[1]: 3\n") == "x = 3\ny");
  CHECK(clean_pasted("x = 3\n  y = 4\n") == "x = 3\n  y = 4");
}

TEST_CASE("names are completed") {
  const std::vector<std::string> names = {"sum", "sumsq", "sin", "numel", "sum"};
  CHECK(complete("su", names).extension == "m");
  CHECK(complete("su", names).candidates == std::vector<std::string>{"sum", "sumsq"});
  CHECK(complete("sum", names).extension == "");
  CHECK(complete("nu", names).extension == "mel");
  CHECK(complete("zz", names).candidates.empty());
}

TEST_CASE("what stands before the cursor says what is completed") {
  const std::string file = qc::test::write_file("picture_of_a_cat.png", "");
  const std::string folder = file.substr(0, file.rfind('/'));
  Vocabulary v;
  v.names = [] { return std::vector<std::string>{"while", "whos", "width"}; };
  v.fields = [](const std::string& record) {
    return record == "p.q" ? std::vector<std::string>{"alpha", "beta"} : std::vector<std::string>{};
  };
  v.commands = {":load ", ":reload", ":reset"};
  v.forms = [](const std::string& f) {
    return f == "width" ? std::vector<std::string>{"width(a, b)"} : std::vector<std::string>{};
  };
  v.words = [](const std::string& c) {
    return c == ":load" ? std::vector<std::string>{"PATH"} : std::vector<std::string>{"on", "off"};
  };
  CHECK(complete_line("x = wid", v).extension == "th");
  CHECK(complete_line("x = p.q.a", v).extension == "lpha");
  CHECK(complete_line("x = p.q.", v).candidates.size() == 2);
  CHECK(complete_line("im = imread(\"" + folder + "/picture_of", v).extension == "_a_cat.png\"");
  CHECK(complete_line(":lo", v).extension == "ad ");
  CHECK(complete_line(":load", v).extension == " ");
  CHECK(complete_line(":reset", v).extension == "");
  CHECK(complete_line("", v).extension == "    ");
  CHECK(complete_line("for i=1..3\n  ", v).extension == "    ");
  CHECK(complete_line("y = width(", v).told == std::vector<std::string>{"width(a, b)"});
  CHECK(complete_line("y = width(x[1], (2), ", v).told.size() == 1);
  CHECK(complete_line("y = width(x[", v).told.empty());
  CHECK(complete_line("y = width(x)", v).told.empty());
  CHECK(complete_line("y = other(", v).candidates.size() == 3);
  CHECK(complete_line("y = width(wid", v).extension == "th");
  CHECK(complete_line(":load " + folder + "/picture_of", v).extension == "_a_cat.png");
  CHECK(complete_line(":explain of", v).extension == "f");
  CHECK(complete_line("print \"a\", wid", v).extension == "th");
}

TEST_CASE("what the grammar allows in a place is completed there") {
  Vocabulary v;
  v.names = [] { return std::vector<std::string>{"matter", "mirrored", "force"}; };
  v.fields = v.forms = v.words = [](const std::string&) { return std::vector<std::string>{}; };
  v.types = [] { return std::vector<std::string>{"matter_type"}; };
  const auto of = [&](const char* line) { return complete_line(line, v).candidates; };
  using Names = std::vector<std::string>;
  CHECK(of("#pragma force_") == Names{"force_parallel", "force_serial"});
  CHECK(of("  {!par") == Names{"parallel for"});
  CHECK(of("function y = f(x : vec'mi") == Names{"mirror"});
  CHECK(of("x : mat'") == Names{"checked", "circular", "clamped", "const", "mirror", "safe", "unchecked"});
  CHECK(of("x : mat") == Names{"mat", "matter_type"});
  CHECK(of("function y = f(a, b : mat") == Names{"mat", "matter_type"});
  CHECK(of("y = a ? b : mat") == Names{"matter"});
  CHECK(of("y = x[a:mat") == Names{"matter"});
  CHECK(of("y = \"x : mat") == Names{});
  CHECK(of("y = 1 % see mat") == Names{});
  CHECK(of("print \"100 %\", mat") == Names{"matter"});
}

TEST_CASE("names in columns") {
  CHECK(in_columns({}, 20) == "");
  CHECK(in_columns({"a", "bb", "ccc", "dddd", "e"}, 20) == "a     ccc   e\nbb    dddd\n");
  CHECK(in_columns({"\xc3\xbc", "b"}, 20) == "\xc3\xbc  b\n");
  CHECK(in_columns({"much longer", "b"}, 5) == "much longer\nb\n");
}

TEST_CASE("the tool without arguments reads statements from a pipe, without prompts") {
  const auto r = qc::test::run_tool("", "x = 6\nfunction y = f(a)\n y = a*7\nend\nf(x)\n");
  CHECK(r.out == "x = 6\n42\n");
  CHECK(r.err == "");
  CHECK(r.exit_code == 0);
  CHECK(qc::test::run_tool("", "bad\nprint 1\n").out == "1\n");
}
