#include "host/builtins/texts_and_files/display.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "io/array_file.h"
#include "io/bytes.h"
#include "io/colormap.h"
#include "support/diagnostic.h"

namespace qc::host {

namespace {

constexpr int kMostFiles = 1000;    // a loop that shows every step must not fill the disk
constexpr int kWrittenAtOnce = 16;  // later changes of one figure wait for the next flush

std::string output_folder() {
  const char* named = std::getenv("QC_OUTPUT");
  return named && *named ? named : "qc-output";
}

io::ArrayData coloured(const Picture& p, const std::string& colormap) {
  io::ArrayData image{{p.height, p.width, p.channels}, Elem::U8, {}};
  const auto* bytes = reinterpret_cast<const std::byte*>(p.levels.data());
  if (p.channels != 1 || colormap.empty()) {
    image.bytes.assign(bytes, bytes + p.levels.size());
    return image;
  }
  image.dims[2] = 3;
  for (const std::uint8_t level : p.levels)
    for (const std::uint8_t c : io::colour_at(colormap, level / 255.0)) image.bytes.push_back(std::byte(c));
  return image;
}

std::string svg_text(const Figure& figure) {
  if (!figure.grid) return io::svg_of(figure.plot);
  io::PlotGrid all = *figure.grid;
  all.panels[figure.panel] = figure.plot;
  return io::svg_of(all);
}

}  // namespace

Display::Display(std::function<void(std::string_view)> log, std::function<void(const std::string& path)> wrote)
    : log_(std::move(log)), wrote_(std::move(wrote)), folder_(output_folder()) {}

Display::~Display() {
  for (auto& [number, figure] : figures_) {
    try {
      if (figure.dirty) write(figure);
    } catch (const ProgramError& e) {
      if (log_ && !e.diagnostics.empty()) log_(fmt::format("figure {}: {}\n", number, e.diagnostics[0].message));
    }
  }
}

Figure& Display::make(int number) {
  if (auto it = figures_.find(current_); it != figures_.end()) {
    if (it->second.dirty) write(it->second);
    it->second.picture = {};
    if (!it->second.is_image) it->second.plot.series.shrink_to_fit();
  }
  current_ = number;
  Figure& figure = figures_[number];
  figure.number = number;
  return figure;
}

Figure& Display::open_new() { return make(figures_.empty() ? 1 : figures_.rbegin()->first + 1); }
Figure& Display::select(int number) {
  return number == current_ && figures_.count(number) ? figures_[number] : make(number);
}
Figure& Display::current() { return figures_.empty() ? open_new() : figures_[current_]; }

Figure& Display::begin(bool image) {
  Figure& now = current();
  const bool again = !now.used || (now.is_image == image && (hold_ || now.grid));
  Figure& figure = again ? now : open_new();
  figure.used = true;
  figure.is_image = image;
  return figure;
}

Figure& Display::subplot(int rows, int columns, int panel) {
  Figure& now = current();
  const bool same = now.grid && now.grid->rows == rows && now.grid->columns == columns && !now.is_image;
  Figure& figure = same || !now.used ? now : open_new();
  if (!same)
    figure.grid = io::PlotGrid{rows, columns, {}};
  else
    figure.grid->panels[figure.panel] = std::move(figure.plot);
  figure.panel = panel;
  figure.plot = std::move(figure.grid->panels[panel]);
  figure.grid->panels.erase(panel);
  return figure;
}

void Display::clear() {
  Figure& figure = current();
  figure.plot = {};
  figure.grid.reset();
  figure.picture = {};
  figure.used = false;
}

void Display::changed(Figure& figure) {
  if (!figure.used) return;
  figure.dirty = true;
  if (figure.times_written < kWrittenAtOnce) write(figure);
}

void Display::flush() {
  for (auto& [number, figure] : figures_)
    if (figure.dirty) write(figure);
}

std::string Display::path_for(const Figure& figure) const {
  return fmt::format("{}/figure_{:03}.{}", folder_, figure.number, figure.is_image ? "png" : "svg");
}

void Display::write(Figure& figure) {
  figure.dirty = false;
  if (folder_ == "none" || (figure.is_image && figure.picture.levels.empty())) return;
  if (figure.number > kMostFiles) {
    if (!full_ && log_) log_(fmt::format("figures after the first {} are not written\n", kMostFiles));
    full_ = true;
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) io::file_error(folder_, "cannot make the folder", error.message());
  const std::string path = path_for(figure);
  if (figure.is_image)
    io::write_image(path, coloured(figure.picture, figure.colormap));
  else {
    const std::string text = svg_text(figure);
    io::write_whole_file(path, {text.begin(), text.end()});
  }
  figure.times_written++;
  if (figure.path != path && log_) log_(fmt::format("figure {}: {}\n", figure.number, path));
  figure.path = path;
  if (wrote_) wrote_(path);
}

}  // namespace qc::host
