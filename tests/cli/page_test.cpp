// qc report: the page as text, and as a browser shows it where one is installed.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "io/array_file.h"
#include "io/bytes.h"
#include "report_page.h"
#include "tests/cli/run_tool.h"

using namespace qc;
using namespace qc::test;

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Reported {
  Finished tool;
  std::string page, path;
};

// The page of a program with this text.
Reported report(const std::string& name, const std::string& text, const std::string& options = "--device=cpu",
                const std::string& behind = "") {
  const std::string program = write_file(name, text);
  Reported r{{}, {}, fs::path(program).replace_extension(".html").string()};
  const std::string output = "QC_OUTPUT=" + fs::path(program).parent_path().string() + "/figures";
  r.tool = run_tool("report " + options + " " + program + " -o " + r.path + behind, "", output);
  r.page = text_of(r.path);
  return r;
}

// The card of the loop in a line.
std::string card(const std::string& page, int line) {
  const auto begin = page.find("aria-label=\"Line " + std::to_string(line) + ": ");
  if (begin == std::string::npos) return "";
  return page.substr(begin, page.find("</article>", begin) - begin);
}

std::string stripped(const std::string& html) { return std::regex_replace(html, std::regex("<[^>]*>"), ""); }

const char* const loops =
    "x = rand(1000)\ny = zeros(1000)\ns = 0.0\nhigh = -inf\n"
    "for i = 0..999\n  y[i] = 2*x[i]\nend\n"                                              // 5
    "for i = 0..999\n  s += x[i]\n  high = max(high, x[i])\nend\n"                        // 8
    "for i = 2..999\n  x[i] = x[i-1]*x[i-2]\nend\n"                                       // 12
    "for i = 0..1\n  print \"<b> & \", i\nend\n"                                          // 15
    "function [] = __kernel__ twice(a : vec'unchecked, pos : int)\n  a[pos] *= 2\nend\n"  // 18
    "parallel_do(1000, y, twice)\nprint s > 0 && high < 1\n";

// Every id is there once, and every link inside of the page leads to one.
void check_links(const std::string& page) {
  std::set<std::string> ids;
  const std::regex id(" id=\"([^\"]*)\""), link("href=\"#([^\"]*)\"");
  for (std::sregex_iterator it(page.begin(), page.end(), id), end; it != end; ++it)
    CHECK_MESSAGE(ids.insert((*it)[1]).second, "twice: " << (*it)[1]);
  for (std::sregex_iterator it(page.begin(), page.end(), link), end; it != end; ++it)
    CHECK_MESSAGE(ids.count((*it)[1]), "no such id: " << (*it)[1]);
}

}  // namespace

TEST_CASE("page: every loop has its verdict, accumulators, reason, code and time beside it") {
  const auto r = report("page_loops.q", loops);
  CHECK(r.tool.exit_code == 0);
  CHECK(r.tool.out == r.path + "\n");
  CHECK(r.tool.err == "");
  CHECK(in_order(r.page, {"<!DOCTYPE html>", "page_loops.q - qc report</title>", "4 loops: ", "1 interpreted, 1 map, ",
                          "1 reduction, 1 serial", "1 written kernel", "exit code 0", "on cpu", "<main>",
                          "id=\"source\"", "id=\"L1\"", "id=\"output\"", "id=\"launches\"", "</main>", "<footer>"}));
  const std::string map = card(r.page, 5), sum = card(r.page, 8), serial = card(r.page, 12),
                    interpreted = card(r.page, 15), kernel = card(r.page, 18);
  CHECK(in_order(map, {"map", "over <code>i</code>", "plan", "GB/s", "<summary>Kernel</summary>", "__kernel__",
                       "<summary>PTX</summary>", ".visible .entry"}));
  CHECK(in_order(sum, {"reduction", "<b>+</b> s", "<b>max</b> high", "1 launch", "GB/s", "shfl_down"}));
  CHECK(in_order(serial, {"serial", "class=\"reason\"", "href=\"#L13\"", "<summary>R007</summary>"}));
  CHECK(in_order(interpreted, {"interpreted", "class=\"reason\"", "<summary>R901</summary>"}));
  CHECK_FALSE(contains(interpreted, "PTX"));
  CHECK(in_order(kernel, {"kernel</span>", "twice", "updates", "1 launch", "<summary>PTX</summary>"}));
  CHECK(in_order(r.page, {"<pre class=\"output\"", "&lt;b&gt; &amp; 0\n&lt;b&gt; &amp; 1\n1\n</pre>"}));
  check_links(r.page);
}

TEST_CASE("page: a loop is over those loops that its report names") {
  const std::string text =
      "A = ones(30, 20)\ny = zeros(30)\nfor i = 0..29\n  s = 0.0\n  for j = 0..19\n    s += A[i,j]\n"
      "  end\n  y[i] = s\nend\nfor i = 0..29\n  for j = 0..19\n    A[i,j] = y[i]\n  end\nend\n";
  const auto r = report("page_over.q", text);
  CHECK(contains(run_tool("--explain " + r.path.substr(0, r.path.size() - 4) + "q").out, "partial over j: + s"));
  CHECK(contains(card(r.page, 3), "over <code>j</code>"));
  CHECK(contains(card(r.page, 10), "over <code>i, j</code>"));
}

TEST_CASE("page: each written kernel has its own launches, lambdas too") {
  const auto r = report("page_kernels.q",
                        "y = zeros(64)\nfunction [] = __kernel__ step(y : vec, pos : int)\n y[pos] += 1\nend\n"
                        "function [] = __kernel__ step2(y : vec, pos : int)\n y[pos] += 2\nend\n"
                        "for k = 1..3\n parallel_do(64, y, step2)\nend\nif y[0] > 99\n parallel_do(64, y, step)\nend\n"
                        "parallel_do(64, y, __kernel__ (y : vec, pos : int) -> y[pos] = pos)\n");
  CHECK(contains(card(r.page, 2), "not launched in this run"));
  CHECK(contains(card(r.page, 5), "3 launches"));
  CHECK(contains(card(r.page, 14), "1 launch<"));
}

TEST_CASE("page: it refers to nothing outside of it") {
  const auto r = report("page_alone.q", loops);
  CHECK(contains(r.page, "default-src 'none'"));
  const std::regex outside("(src|href)=\"(?!#|data:)|https?://|@import|url\\(");
  CHECK_FALSE(std::regex_search(r.page, outside));
}

TEST_CASE("page: the program's text stands there as it is") {
  const std::string text =
      "s = \"</script><img src=x onerror=alert(1)> & 'q' \\\"\" % <!-- \xc3\xa4 -->\n\ttab = 1\r\nprint \"a\x1b[1m\"\n"
      "% {{title}} {{body}}\n";
  const auto r = report("page_escaped.q", text);
  CHECK(r.tool.exit_code == 0);
  CHECK_FALSE(contains(r.page, "<img"));
  CHECK_FALSE(contains(r.page, "<!-- "));
  CHECK(contains(stripped(r.page), "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &amp; 'q' \\&quot;&quot;"));
  CHECK(contains(stripped(r.page), "% &lt;!-- \xc3\xa4 --&gt;"));
  CHECK(contains(r.page, "a\xe2\x90\x9b[1m"));
  CHECK(contains(stripped(r.page), "% {{title}} {{body}}"));
  CHECK(tool::html_text("\xff<\xc3\xa4\x01\r\n") == "\xef\xbf\xbd&lt;\xc3\xa4\xe2\x90\x81\n");
  CHECK(tool::html_text("\xc3") == "\xef\xbf\xbd");
}

TEST_CASE("page: errors are underlined, and the page is written all the same") {
  const auto failed = report("page_fails.q", "x = [1,2,3]\nprint x[0]\nprint x[7] + 1\n");
  CHECK(failed.tool.exit_code == 1);
  CHECK(contains(failed.tool.err, "error[Q0401]"));
  CHECK(in_order(failed.page,
                 {"exit code 1", "id=\"messages\"", "href=\"#L3\">line 3</a>", "id=\"L3\"", "<span class=\"err",
                  "class=\"note error line-note\"", "<summary>Q0401</summary>", "<pre class=\"output\"", "1\n</pre>"}));
  const auto broken = report("page_broken.q", "x = (1\ny = 2\n");
  CHECK(broken.tool.exit_code == 3);
  CHECK(in_order(broken.page, {"exit code 3", "<span class=\"err", "line-note"}));
  const auto cut = report("page_cut.q", "for i = 0..3\n  x = i");
  CHECK(cut.tool.exit_code == 3);
  CHECK(in_order(cut.page, {"class=\"err", "line-note"}));
  check_links(failed.page);
  check_links(cut.page);
  const auto empty = report("page_empty.q", "");
  CHECK(empty.tool.exit_code == 0);
  CHECK(in_order(empty.page, {"no loops", "id=\"L1\"", "printed nothing"}));
}

TEST_CASE("page: without running, with arguments, from standard input, to standard output") {
  const auto still = report("page_still.q", "print \"ran\"\ny = undefined_thing + 1\nfor i=0..3\n x = i\nend\n",
                            "--device=cpu --no-run");
  CHECK(still.tool.exit_code == 3);
  CHECK(in_order(still.page, {"it was not run", "id=\"L2\"", "<span class=\"err", "Line 3: "}));
  CHECK_FALSE(contains(still.page, "id=\"output\""));
  const auto greeted =
      report("page_args.q", "function [] = main(n : int, word : string)\n print word, n+1\nend\n", "", " -- 41 -x");
  CHECK(greeted.tool.exit_code == 0);
  CHECK(contains(greeted.page, "-x42\n</pre>"));
  const auto piped = run_tool("report - -o -", "print 6*7\n");
  CHECK(piped.exit_code == 0);
  CHECK(piped.out.rfind("<!DOCTYPE html>", 0) == 0);
  CHECK(contains(piped.out, "42\n</pre>"));
}

TEST_CASE("page: figures and images are in it") {
  const auto r = report("page_figures.q",
                        "im = rand(16,16)*255\nfig = imshow(im)\nplot(0..9, (0..9).*(0..9))\ntitle(\"<squares>\")\n");
  CHECK(r.tool.exit_code == 0);
  CHECK(in_order(r.page, {"id=\"figures\"", "src=\"data:image/png;base64,iVBORw0KGgo", "alt=\"", "figure_001.png",
                          "src=\"data:image/svg+xml;base64,", "figure_002.svg"}));
  CHECK(contains(r.page, "href=\"figures/figure_001.png\""));
  const std::string folder = fs::path(r.path).parent_path().string();
  const auto saved = report("page_saved.q", "imwrite(\"" + folder + "/a b.png\", rand(8,8,3)*255)\nimwrite(\"" +
                                                folder + "/c.tif\", rand(8,8)*255)\n");
  CHECK(in_order(saved.page, {"src=\"data:image/png;base64,", "href=\"a%20b.png\"", "href=\"c.tif\"",
                              "of a kind that browsers do not show"}));
}

TEST_CASE("page: imported files are shown behind it, loops for several types once each") {
  write_file("page_used.q", "function y = total(x)\n y = 0\n for i=0..numel(x)-1\n  y += x[i]\n end\nend\n");
  const auto r =
      report("page_user.q", "import \"page_used.q\"\nprint total([1.5,2]), total(ones(3)), total(ivec(3))\n");
  CHECK(r.tool.exit_code == 0);
  CHECK(in_order(r.page, {"page_used.q:3 <b>reduction</b>", "<summary>", "page_used.q</summary>", "id=\"F1-L3\"",
                          "aria-label=\"Line 3: reduction"}));
  check_links(r.page);
}

TEST_CASE("page: where it cannot be written the program does not run, and what was there stays") {
  const std::string program = write_file("page_place.q", "print 1\n"),
                    folder = fs::path(program).parent_path().string();
  for (const std::string& place : {folder, folder + "/none/p.html", program}) {
    const auto r = run_tool("report " + program + " -o " + place);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "cannot write the page '" + place + "'"));
  }
  CHECK(text_of(program) == "print 1\n");
  CHECK(run_tool("report " + program + " -o /proc/p.html").exit_code != 0);
  CHECK(run_tool("report no_such.q").exit_code == 2);
  CHECK(run_tool("report").exit_code == 2);
  // A page takes the place of the old one whole, and leaves nothing beside it.
  const std::string page = write_file("page_old.html", "old");
  CHECK(run_tool("report " + program + " -o " + page).exit_code == 0);
  CHECK(contains(text_of(page), "</html>"));
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    CHECK((name == "page_old.html" || !contains(name, "page_old")));
  }
  const std::string target = "cd " + folder + " && " QC_BINARY " report page_place.q >/dev/null";
  CHECK(std::system(target.c_str()) == 0);
  CHECK(fs::exists(folder + "/page_place.html"));
}

TEST_CASE("page: Ctrl-C ends the program, and the page shows how far it came") {
  const std::string begun = write_file("page_begun.csv", "");
  fs::remove(begun);
  const std::string program = write_file("page_endless.q",
                                         "print \"begun\"\ncsvwrite(\"" + begun + "\", [1])\nwhile true\nend\n"),
                    page = fs::path(program).replace_extension(".html").string();
  const std::string command = QC_BINARY " report --device=cpu " + program + " -o " + page +
                              " >/dev/null 2>&1 & until test -e " + begun +
                              "; do sleep 0.1; done; kill -INT $!; wait $!";
  CHECK(WEXITSTATUS(std::system(("timeout 300 bash -c '" + command + "'").c_str())) == 130);
  CHECK(in_order(text_of(page), {"exit code 130", "<span class=\"err", "begun\n</pre>"}));
}

namespace {

// A browser that shows pages without a screen; empty: none is installed.
std::string browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "chrome-headless-shell"})
    if (std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0) return name;
  return {};
}

std::string browse(const std::string& options, const std::string& page) {
  const std::string out = write_file("dom.html", "");
  const std::string profile = fs::path(out).parent_path().string() + "/browser";
  const std::string command = "timeout 60 " + browser() +
                              " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars "
                              "--user-data-dir=" +
                              profile + " " + options + " file://" + page + " >" + out + " 2>/dev/null";
  if (std::system(command.c_str()) != 0) return {};
  return text_of(out);
}

std::string told(const std::string& options, const std::string& page) {
  const std::string dom = browse("--dump-dom " + options, page);
  const auto at = dom.find("data-told=\"");
  return at == std::string::npos ? "nothing told" : dom.substr(at + 11, dom.find('"', at + 11) - at - 11);
}

}  // namespace

TEST_CASE("page: in a browser its keys, links, widths and contrasts are right") {
  if (browser().empty()) {
    std::puts("[skipped] 1 test cases: no Chromium is installed");
    return;
  }
  const auto r = report("page_shown.q", std::string(loops) + "z = y[2000]\n");
  REQUIRE(r.tool.exit_code == 1);
  std::string asking = r.page;
  asking.insert(asking.rfind("</body>"), "<script>" + text_of(QC_SOURCE_DIR "/tests/cli/page_asks.js") + "</script>");
  const std::string page = write_file("page_asking.html", asking);
  const std::string expected =
      "j:loop-1 j:loop-2 k:loop-1 k:loop-1 opened:true closed:true e:note error line-note link:L23 hidden:0 fits:true "
      "beside:true faint: unnamed:0 dark:";
  CHECK(told("--window-size=1400,900", page) == expected + "false");
  CHECK(told("--window-size=600,900", page) == expected + "false");
  CHECK(told("--window-size=1400,900 --blink-settings=preferredColorScheme=0", page) == expected + "true");
  // A picture of it: the wavy line under the error on the left, the cards' colours on the right.
  const std::string shot = write_file("page_shot.png", "");
  browse("--window-size=1400,1600 --screenshot=" + shot, r.path);
  const io::ArrayData image = io::read_array_file(shot);
  REQUIRE(image.dims.size() == 3);
  CHECK(image.dims[0] == 1600);
  REQUIRE(image.dims[1] == 1400);
  const std::vector<float> levels = io::to_floats(image);
  const auto share = [&](std::int64_t from, std::int64_t to, const std::array<float, 3>& colour) {
    std::int64_t count = 0;
    for (std::int64_t m = 0; m < image.dims[0]; ++m)
      for (std::int64_t n = from; n < to; ++n) {
        const float* pixel = &levels[std::size_t((m * image.dims[1] + n) * image.dims[2])];
        count += std::equal(colour.begin(), colour.end(), pixel);
      }
    return count;
  };
  constexpr std::array<float, 3> kError{179, 38, 30}, kMap{11, 90, 52}, kReduction{11, 63, 148};
  CHECK(share(0, 840, kError) > 100);
  CHECK(share(0, 700, kMap) < share(840, 1400, kMap));
  CHECK(share(840, 1400, kReduction) > 100);
}
