#include "report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <set>

#include "driver.h"
#include "function_help.h"

namespace qc::tool {
namespace {

// The bytes of the UTF-8 sequence that text begins with; 0: it begins with none.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(0);
  const std::size_t n = lead < 0x80                   ? 1
                        : lead >= 0xc2 && lead < 0xe0 ? 2
                        : (lead & 0xf0) == 0xe0       ? 3
                        : lead >= 0xf0 && lead < 0xf5 ? 4
                                                      : 0;
  if (n == 0 || n > text.size()) return 0;
  for (std::size_t k = 1; k < n; ++k)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xed && byte(1) >= 0xa0, beyond = lead == 0xf4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : n;
}

std::string plural(std::uint64_t n, const std::string& word) {
  return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
}

std::string shown_time(double ms) {
  if (ms >= 1000) return fmt::format("{:.2f} s", ms / 1000);
  return ms >= 1 ? fmt::format("{:.2f} ms", ms) : fmt::format("{:.1f} us", 1000 * ms);
}
double rate(const profile::Launches& l) { return l.total_ms > 0 ? double(l.bytes) / l.total_ms / 1e6 : 0; }
std::string shown_size(std::uint64_t bytes) {
  const double n = double(bytes);
  if (n >= 1e9) return fmt::format("{:.2f} GB", n / 1e9);
  if (n >= 1e6) return fmt::format("{:.2f} MB", n / 1e6);
  return n >= 1e3 ? fmt::format("{:.1f} kB", n / 1e3) : fmt::format("{} B", bytes);
}

std::string joined(const std::vector<std::string>& all) {
  std::string out;
  for (const auto& x : all) out += (out.empty() ? "" : ", ") + x;
  return out;
}

// Kinds of words in a program, as classes of the page.
constexpr char kNoWord = 0, kComment = 'c', kText = 's', kNumber = 'd', kKeyword = 'k';

// Each byte of a program's text with the kind of word that it is part of.
std::string word_kinds(std::string_view text) {
  static const auto all = keywords();
  static const std::set<std::string, std::less<>> known(all.begin(), all.end());
  std::string kinds(text.size(), kNoWord);
  const auto word_char = [&](std::size_t k) {
    return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_');
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    char kind = kNoWord;
    if (text[at] == '%') {
      kind = kComment;
      end = text.substr(at, 2) == "%{" ? text.find("%}", at) : text.find('\n', at);
      if (end != std::string_view::npos && text.substr(at, 2) == "%{") end += 2;
    } else if (text[at] == '"') {
      kind = kText;
      while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      ++end;
    } else if (word_char(at)) {
      const bool digit = std::isdigit(static_cast<unsigned char>(text[at]));
      while (word_char(end) || (digit && end < text.size() && text[end] == '.' && text.substr(end, 2) != "..")) ++end;
      kind = digit ? kNumber : known.contains(text.substr(at, end - at)) ? kKeyword : kNoWord;
    }
    end = std::min(end, text.size());
    std::fill(kinds.begin() + std::ptrdiff_t(at), kinds.begin() + std::ptrdiff_t(end), kind);
    at = end;
  }
  return kinds;
}

class PageWriter {
 public:
  PageWriter(const Page& page, const SourceMap& sources) : page_(page), sources_(sources) {
    // A text may have been read several times: a file is known by its name.
    name_of_file(page.file);
    for (const PageLoop& l : page.loops) name_of_file(l.span.file);
    for (const Diagnostic& d : page.messages)
      if (d.span.valid()) name_of_file(d.span.file);
    for (const auto& l : page.launches) longest_ += l.total_ms;
  }

  std::string body() {
    return header() + "<main>\n" + messages() + source() + output() + figures() + launches() + "</main>\n" + footer();
  }

 private:
  void name_of_file(FileId file) {
    if (ids_.emplace(sources_.name(file), ids_.size()).second) files_.push_back(file);
  }
  bool in_main(const Span& span) const { return sources_.name(span.file) == sources_.name(page_.file); }

  // The id of a line; empty for a file that the page does not show.
  std::string line_id(const std::string& file, std::uint32_t line) const {
    const auto it = ids_.find(file);
    if (it == ids_.end()) return {};
    return it->second == 0 ? fmt::format("L{}", line) : fmt::format("F{}-L{}", it->second, line);
  }
  // A place as a link to its line: "line 12", with the file where that is another one.
  std::string link(const Span& span) const {
    const std::uint32_t line = sources_.place(span).line;
    const std::string& file = sources_.name(span.file);
    const std::string words = in_main(span) ? fmt::format("line {}", line) : fmt::format("{}:{}", file, line),
                      id = line_id(file, line);
    return id.empty() ? html_text(words) : fmt::format("<a href=\"#{}\">{}</a>", id, html_text(words));
  }
  // "f.q:12: loop over i" as its link and the rest.
  std::string linked_name(const std::string& name) const {
    for (const auto& [file, id] : ids_) {
      if (!name.starts_with(file + ":")) continue;
      const std::size_t colon = name.find(':', file.size() + 1);
      const std::string digits = name.substr(file.size() + 1, colon - file.size() - 1);
      if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) continue;
      return fmt::format("<a href=\"#{}\">{}</a>{}", line_id(file, std::uint32_t(std::stoul(digits))),
                         html_text(name.substr(0, colon)),
                         html_text(colon == std::string::npos ? "" : name.substr(colon)));
    }
    return html_text(name);
  }

  static std::string kind_of(const PageLoop& l) {
    return l.parts.empty() || !l.parts[0].finding ? "kernel" : l.parts[0].finding->verdict;
  }
  // "reduction over m, n: + total": the first line of the report, without its place.
  std::string headline(const host::ReportPart& part) const {
    const std::string line = part.text.substr(0, part.text.find('\n')),
                      place = fmt::format("{}:{}: ", part.span.valid() ? sources_.name(part.span.file) : "",
                                          part.span.valid() ? sources_.place(part.span).line : 0);
    return line.starts_with(place) ? line.substr(place.size()) : line;
  }
  static double total_ms(const PageLoop& l) {
    double ms = 0;
    for (const auto& one : l.launches) ms += one.total_ms;
    return ms;
  }

  std::string verdicts() const {
    std::map<std::string, int> count;
    int kernels = 0;
    for (const PageLoop& l : page_.loops) ++(kind_of(l) == "kernel" ? kernels : count[kind_of(l)]);
    const std::size_t loops = page_.loops.size() - std::size_t(kernels);
    std::string text = loops ? plural(loops, "loop") + ":" : "no loops";
    const char* before = " ";
    for (const auto& [verdict, n] : count) text += fmt::format("{}{} {}", std::exchange(before, ", "), n, verdict);
    return kernels ? text + "; " + plural(std::uint64_t(kernels), "written kernel") : text;
  }

  std::string header() const {
    std::string out = "<header>\n<h1>" + html_text(page_.title) + "</h1>\n<ul class=\"facts\"><li><strong>" +
                      html_text(verdicts()) + "</strong></li>";
    if (page_.ran) {
      out += fmt::format("<li class=\"{}\">ended with exit code {}</li><li>after <strong>{}</strong></li>",
                         page_.exit_code ? "failed" : "passed", page_.exit_code, shown_time(page_.run_ms));
      if (!page_.device.empty()) out += "<li>on " + html_text(page_.device) + "</li>";
      for (const auto& [phase, ms] : page_.phases)
        if (ms > 0) out += fmt::format("<li>{} {}</li>", phase, shown_time(ms));
    } else {
      out += "<li>it was not run</li>";
    }
    out += "</ul>\n";
    if (!page_.loops.empty()) {
      out += "<nav aria-label=\"Loops\"><ol>";
      for (std::size_t k = 0; k < page_.loops.size(); ++k) {
        const PageLoop& l = page_.loops[k];
        const auto line = sources_.place(l.span).line;
        out += fmt::format(
            "<li><a class=\"v-{0}\" href=\"#loop-{1}\">{2} <b>{0}</b>{3}</a></li>", kind_of(l), k + 1,
            html_text(in_main(l.span) ? std::to_string(line) : fmt::format("{}:{}", sources_.name(l.span.file), line)),
            l.launches.empty() ? "" : " " + shown_time(total_ms(l)));
      }
      out += "</ol></nav>\n";
    }
    return out + "</header>\n";
  }

  std::string message(const Diagnostic& d, bool with_place, const std::string& classes) const {
    const bool error = d.severity == Severity::Error;
    std::string out = fmt::format("<div class=\"note {}{}\" role=\"note\" tabindex=\"-1\"><b>{}</b> {}{}",
                                  error ? "error" : "warning", classes, error ? "error" : "warning",
                                  with_place && d.span.valid() ? link(d.span) + ": " : "", html_text(d.message));
    if (!d.help.empty()) out += "<p class=\"way\">help: " + html_text(d.help) + "</p>";
    for (const Note& n : d.notes)
      out += fmt::format("<p class=\"way\">note: {}{}</p>", n.span.valid() ? link(n.span) + ": " : "",
                         html_text(n.message));
    if (const auto text = document_code(d.code.text())) out += page_of(d.code.text(), *text);
    return out + "</div>";
  }
  // What `qc explain CODE` says, behind a click.
  static std::string page_of(std::string_view code, const std::string& text) {
    return fmt::format("<details><summary>{}</summary><pre>{}</pre></details>", html_text(code), html_text(text));
  }

  std::string messages() const {
    if (page_.messages.empty()) return {};
    std::string out =
        "<section aria-labelledby=\"messages\"><h2 id=\"messages\">Messages</h2>\n<div class=\"messages\">";
    for (const Diagnostic& d : page_.messages) out += message(d, true, "");
    return out + "</div></section>\n";
  }

  std::string source() const {
    std::string out = "<section aria-labelledby=\"source\"><h2 id=\"source\" tabindex=\"-1\">Source</h2>\n" +
                      source_of(files_[0]) + "</section>\n";
    for (std::size_t k = 1; k < files_.size(); ++k)
      out += fmt::format(
          "<section aria-label=\"Source of {0}\"><details><summary>{0}</summary>\n{1}</details></section>\n",
          html_text(sources_.name(files_[k])), source_of(files_[k]));
    return out;
  }

  // A file's lines. A new part begins at a line with loops, whose cards stand beside it; where the cards before it
  // still fill the room, its own stand below them.
  std::string source_of(FileId file) const {
    const std::string& name = sources_.name(file);
    const std::string& text = sources_.text(file);
    const std::string kinds = word_kinds(text);
    std::vector<std::string> marks(text.size() + 1);  // one behind the text: what lacks at its end
    std::map<std::uint32_t, std::vector<std::size_t>> cards;
    std::map<std::uint32_t, std::vector<const Diagnostic*>> notes;
    const auto mark = [&](const Span& span, const std::string& with) {
      for (std::size_t k = span.begin; k < std::min(std::max<std::size_t>(span.end, span.begin + 1), marks.size()); ++k)
        marks[k] = with;
    };
    for (std::size_t k = 0; k < page_.loops.size(); ++k) {
      const PageLoop& l = page_.loops[k];
      if (sources_.name(l.span.file) != name) continue;
      const std::size_t end = std::min<std::size_t>(text.find('\n', l.span.begin), l.span.end);
      mark({file, l.span.begin, std::uint32_t(end)}, "loop v-" + kind_of(l));
      cards[sources_.place(l.span).line].push_back(k);
    }
    for (const Severity severity : {Severity::Warning, Severity::Error})  // an error is seen before a warning
      for (const Diagnostic& d : page_.messages) {
        if (d.severity != severity || !d.span.valid() || sources_.name(d.span.file) != name) continue;
        mark(d.span, severity == Severity::Error ? "err" : "warn");
        auto& here = notes[sources_.place(d.span).line];
        here.insert(severity == Severity::Error ? here.begin() : here.end(), &d);
      }
    const std::string end = "</div><div class=\"cards\">";
    std::string out = "<div class=\"source\"><div class=\"segment\"><div class=\"lines\">", beside;
    std::uint32_t line = 1;
    double room = 0;  // lines of this part less those that its cards fill
    for (std::size_t at = 0; at < text.size() || line == 1 || notes.count(line); ++line, ++room) {
      const std::size_t stop = std::min(text.find('\n', at), text.size());
      if (const auto it = cards.find(line); it != cards.end()) {
        if (line > 1 && room > -2) {
          out += end + std::exchange(beside, "") + "</div></div><div class=\"segment\"><div class=\"lines\">";
          room = 0;
        }
        for (const std::size_t k : it->second) {
          const std::string one = card(k);
          beside += one;
          room -= height(one);
        }
      }
      const std::string id = line_id(name, line);
      out += fmt::format(
          "<div class=\"line\" id=\"{0}\"><a class=\"n\" href=\"#{0}\" aria-label=\"line "
          "{1}\">{1}</a><code>{2}</code></div>\n",
          id, line, marked(text, kinds, marks, at, stop));
      if (const auto it = notes.find(line); it != notes.end())
        for (const Diagnostic* d : it->second) out += message(*d, false, " line-note");
      at = stop + 1;
    }
    return out + end + beside + "</div></div></div>\n";
  }

  // A line's bytes [at, stop) with the kinds of their words and their marks.
  static std::string marked(const std::string& text, const std::string& kinds, const std::vector<std::string>& marks,
                            std::size_t at, std::size_t stop) {
    if (stop > at && text[stop - 1] == '\r') --stop;
    std::string out;
    while (at < stop) {
      std::size_t end = at;
      do {  // whole characters
        const std::size_t n = sequence(std::string_view(text).substr(end));
        end += n ? n : 1;
      } while (end < stop && kinds[end] == kinds[at] && marks[end] == marks[at]);
      end = std::min(end, stop);
      std::string classes = marks[at];
      if (kinds[at] != kNoWord) classes += (classes.empty() ? "" : " ") + std::string(1, kinds[at]);
      const std::string words = html_text(std::string_view(text).substr(at, end - at));
      out += classes.empty() ? words : fmt::format("<span class=\"{}\">{}</span>", classes, words);
      at = end;
    }
    if (at <= stop && !marks[stop].empty())
      out += fmt::format("<span class=\"{}\"> </span>", marks[stop]);  // what lacks at the line's end
    return out;
  }

  // About how many lines of the source a card is high.
  static double height(const std::string& card) {
    static constexpr std::pair<std::string_view, double> kHeights[] = {
        {"<h3>", 1.5}, {"class=\"chips\"", 1.5}, {"class=\"reason\"", 2.5}, {"<details>", 1.2},
        {"<dd>", 1.4}, {"class=\"time\"", 1.5},  {"<p class=\"w", 1.5},     {"<summary>PTX", 1.5}};
    double lines = 1;
    for (const auto& [part, high] : kHeights)
      for (std::size_t at = 0; (at = card.find(part, at)) != std::string::npos; at += part.size()) lines += high;
    return lines;
  }

  // The number of a line, as a link to it.
  std::string number(const Span& span) const {
    const std::uint32_t line = sources_.place(span).line;
    return fmt::format("<a class=\"n\" href=\"#{}\">{}</a>", line_id(sources_.name(span.file), line), line);
  }

  std::string card(std::size_t k) const {
    const PageLoop& l = page_.loops[k];
    const std::string kind = kind_of(l);
    std::string out =
        fmt::format("<article class=\"card v-{0}\" id=\"loop-{1}\" tabindex=\"-1\" aria-label=\"Line {2}: {3}\">", kind,
                    k + 1, sources_.place(l.span).line, html_text(l.parts.empty() ? kind : headline(l.parts[0])));
    for (const auto& part : l.parts) out += part.finding ? finding(part, l.parts.size() > 1) : written(part);
    double ms = 0;
    std::uint64_t count = 0, bytes = 0;
    for (const auto& one : l.launches) ms += one.total_ms, count += one.count, bytes += one.bytes;
    if (count > 0) {
      out += fmt::format(
          "<p class=\"time\"><strong>{}</strong><span class=\"bar\" role=\"img\" aria-label=\"{:.0f} percent of all "
          "launches\"><i style=\"width:{:.1f}%\"></i></span><span class=\"where\">{:.2f} GB/s, {} launch{}</span></p>",
          shown_time(ms), 100 * ms / longest_, 100 * ms / longest_, ms > 0 ? double(bytes) / ms / 1e6 : 0.0, count,
          count == 1 ? "" : "es");
      std::set<std::string> schedules;
      for (const auto& one : l.launches) schedules.insert(one.schedule);
      schedules.erase("");
      if (const auto& finding = l.parts[0].finding; finding && schedules.size() == 1)
        schedules.erase(finding->schedule);
      if (!schedules.empty()) {
        out += "<dl><dt>ran as</dt>";
        for (const auto& s : schedules) out += "<dd>" + html_text(s) + "</dd>";
        out += "</dl>";
      }
    } else if (page_.ran) {
      if (kind == "kernel")
        out += "<p class=\"where\">not launched in this run</p>";
      else if (kind != "interpreted" && kind != "serial")
        out += "<p class=\"where\">not launched on its own in this run</p>";
    }
    for (const auto& [title, text] : {std::pair<const char*, const std::string&>{"Kernel", l.kernel}, {"PTX", l.ptx}})
      if (!text.empty())
        out += fmt::format("<details class=\"code\"><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>", title,
                           html_text(text));
    return out + "</article>";
  }

  // Of a loop: its verdict, accumulators, reason.
  std::string finding(const host::ReportPart& part, bool several) const {
    const LoopFinding& f = *part.finding;
    std::string out =
        fmt::format("<h3>{}<span class=\"badge\">{}</span>{}</h3>", number(part.span), f.verdict,
                    f.over.empty() ? "" : fmt::format("<span>over <code>{}</code></span>", html_text(f.over)));
    if (several && !part.types.empty()) out += "<p class=\"types\">for " + html_text(part.types) + "</p>";
    if (!f.accumulators.empty()) {
      out += "<ul class=\"chips\" aria-label=\"Accumulators\">";
      for (const auto& a : f.accumulators)
        out += fmt::format("<li class=\"chip\"><b>{}</b> {} <span>{}{}</span></li>", html_text(a.op), html_text(a.name),
                           html_text(a.type), a.companions.empty() ? "" : " with " + html_text(joined(a.companions)));
      out += "</ul>";
    }
    if (f.reason) out += reason(*f.reason);
    std::string rows;
    const auto row = [&](const char* word, const std::string& text) {
      if (!text.empty()) rows += fmt::format("<dt>{}</dt><dd>{}</dd>", word, html_text(text));
    };
    row("private", joined(f.privates));
    row("taken once", f.taken_once);
    row("check", joined(f.checks));
    row("plan", f.schedule);
    if (!rows.empty()) out += "<dl>" + rows + "</dl>";
    return out;
  }

  std::string reason(const Reason& r) const {
    std::string out = "<div class=\"reason\">" + html_text(r.message);
    if (r.span.valid()) out += ": " + link(r.span);
    if (r.other.valid() && (!r.span.valid() || link(r.other) != link(r.span))) out += " and " + link(r.other);
    out += "</div>";
    if (!r.help.empty()) out += "<p class=\"way\">help: " + html_text(r.help) + "</p>";
    if (const auto text = document_code(r.code)) out += page_of(r.code, *text);
    return out;
  }

  // Of a written kernel: its report without the place and the line, which the page shows anyway.
  std::string written(const host::ReportPart& part) const {
    std::string line = headline(part), rest;
    if (line.starts_with("kernel ")) line = line.substr(7);
    int row = 0;
    for (std::size_t at = 0, end; at < part.text.size(); at = end + 1, ++row) {
      end = std::min(part.text.find('\n', at), part.text.size());
      const std::size_t colon = part.text.find(": ", at);
      if (row < (part.span.valid() ? 3 : 1) || colon == std::string::npos || colon > end) continue;
      rest += fmt::format("<dt>{}</dt><dd>{}</dd>", html_text(part.text.substr(at + 2, colon - at - 2)),
                          linked_name(part.text.substr(colon + 2, end - colon - 2)));
    }
    return fmt::format("<h3>{}<span class=\"badge\">kernel</span><span>{}</span></h3>{}", number(part.span),
                       html_text(line), rest.empty() ? "" : "<dl>" + rest + "</dl>");
  }

  std::string output() const {
    if (!page_.ran) return {};
    std::string out = "<section aria-labelledby=\"output\"><h2 id=\"output\">Output</h2>\n";
    if (page_.output.empty()) return out + "<p>The program printed nothing.</p></section>\n";
    out += "<pre class=\"output\" tabindex=\"0\">";
    for (const auto& [log, text] : page_.output)
      out += log ? "<span class=\"log\">" + html_text(text) + "</span>" : html_text(text);
    return out + (page_.output_cut ? "\n<span class=\"log\">the rest is not shown</span>" : "") + "</pre></section>\n";
  }

  std::string figures() const {
    if (page_.pictures.empty()) return {};
    std::string out =
        "<section aria-labelledby=\"figures\"><h2 id=\"figures\">Figures and images</h2>\n<ul class=\"figures\">";
    for (const auto& p : page_.pictures) {
      out += "<li><figure>";
      if (!p.data.empty()) out += fmt::format("<img src=\"{}\" alt=\"{}\">", p.data, html_text(p.path));
      out += fmt::format("<figcaption><a href=\"{}\">{}</a>{}</figcaption></figure></li>", html_text(p.link),
                         html_text(p.path), p.data.empty() ? ", of a kind that browsers do not show" : "");
    }
    return out + "</ul></section>\n";
  }

  std::string launches() const {
    if (page_.launches.empty()) return {};
    std::string out =
        "<section aria-labelledby=\"launches\"><h2 id=\"launches\">Launches</h2>\n<div class=\"wide\" tabindex=\"0\" "
        "role=\"region\" aria-labelledby=\"launches\"><table><caption>Launches of loops and kernels, the longest "
        "first</caption><thead><tr>"
        "<th scope=\"col\">what</th>";
    for (const char* title : {"launches", "total", "min", "mean", "max", "data", "GB/s"})
      out += fmt::format("<th scope=\"col\" class=\"right\">{}</th>", title);
    out += "<th scope=\"col\">schedule</th></tr></thead><tbody>\n";
    for (const auto& l : page_.launches) {
      out += "<tr><td>" + linked_name(l.name) + "</td>";
      for (const std::string& cell : {std::to_string(l.count), shown_time(l.total_ms), shown_time(l.least_ms),
                                      shown_time(l.total_ms / double(l.count)), shown_time(l.most_ms),
                                      shown_size(l.bytes), fmt::format("{:.2f}", rate(l))})
        out += "<td class=\"right\">" + cell + "</td>";
      out += "<td>" + html_text(l.schedule) + "</td></tr>\n";
    }
    return out + "</tbody></table></div></section>\n";
  }

  static std::string footer() {
    return "<footer><p>Made by qc " QC_VERSION
           ". <kbd>j</kbd> <kbd>k</kbd> next and previous loop, <kbd>Enter</kbd> opens and closes what it hides, "
           "<kbd>e</kbd> next message.</p></footer>\n";
  }

  const Page& page_;
  const SourceMap& sources_;
  std::map<std::string, std::size_t> ids_;
  std::vector<FileId> files_;  // that are shown, the program first
  double longest_ = 0;
};

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t n = sequence(text);
    const unsigned char c = static_cast<unsigned char>(text[0]);
    if (n == 0)
      out += "\xef\xbf\xbd";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\r' && text.size() > 1 && text[1] == '\n')
      ;
    else if (c == 0x7f)
      out += "\xe2\x90\xa1";
    else if (c < 0x20 && c != '\n' && c != '\t')
      out += std::string("\xe2\x90") + char(0x80 + c);
    else
      out += text.substr(0, n);
    text.remove_prefix(n ? n : 1);
  }
  return out;
}

std::string html_of(const Page& page, const SourceMap& sources) {
  std::string out(report_template());
  const auto put = [&](std::string_view key, const std::string& text) { out.replace(out.find(key), key.size(), text); };
  put("{{body}}", PageWriter(page, sources).body());
  put("{{title}}", html_text(page.title) + " - qc report");
  return out;
}

}  // namespace qc::tool
