#include "host/builtins/texts_and_files/display.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "io/array_file.h"
#include "io/bytes.h"
#include "io/rasterise.h"
#include "support/diagnostic.h"

namespace qc::host {

namespace {

constexpr int kMostFiles = 1000;                            // a loop that shows every step must not fill the disk
constexpr int kWrittenAtOnce = 16;                          // later changes of one figure wait for the next flush
constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of images that are kept, beside the current figure's

std::string output_folder() {
  const char* named = std::getenv("QC_OUTPUT");
  return named && *named ? named : "qc-output";
}

std::string svg_text(const Figure& figure) {
  if (!figure.grid) return io::svg_of(figure.plot);
  io::PlotGrid all = *figure.grid;
  all.panels[figure.panel] = figure.plot;
  return io::svg_of(all);
}

std::size_t bytes_of_images(const Figure& figure) {
  std::size_t bytes = figure.plot.image ? figure.plot.image->levels.size() : 0;
  if (figure.grid)
    for (const auto& [number, plot] : figure.grid->panels) bytes += plot.image ? plot.image->levels.size() : 0;
  return bytes;
}

}  // namespace

Display::Display(std::function<void(std::string_view)> log, std::function<void(const Diagnostic&)> warn,
                 std::function<void(const std::string& path)> wrote)
    : log_(std::move(log)), warn_(std::move(warn)), wrote_(std::move(wrote)), folder_(output_folder()) {}

Display::~Display() {
  for (auto& [number, figure] : figures_) {
    try {
      if (figure.dirty) write(figure);
    } catch (const ProgramError& e) {
      if (log_ && !e.diagnostics.empty()) log_(fmt::format("figure {}: {}\n", number, e.diagnostics[0].message));
    }
  }
}

// Pixels stay for a figure that is chosen again, as long as those of all are not too many.
void Display::leave(Figure& figure) {
  if (figure.dirty) write(figure);
  if (bytes_of_images(figure) == 0) {
    figure.plot.series.shrink_to_fit();
    return;
  }
  std::erase(left_, figure.number);
  left_.push_back(figure.number);
  std::size_t bytes = 0;
  for (const int number : left_) bytes += bytes_of_images(figures_[number]);
  while (bytes > kMostBytes || left_.size() > std::size_t(kMostFiles)) {
    Figure& oldest = figures_[left_.front()];
    left_.pop_front();
    bytes -= bytes_of_images(oldest);
    oldest.plot = {};
    oldest.grid.reset();
    oldest.released = true;
  }
}

Figure& Display::make(int number) {
  if (auto it = figures_.find(current_); it != figures_.end() && current_ != number) leave(it->second);
  current_ = number;
  std::erase(left_, number);
  Figure& figure = figures_[number];
  figure.number = number;
  return figure;
}

Figure& Display::open_new() { return make(figures_.empty() ? 1 : figures_.rbegin()->first + 1); }
Figure& Display::select(int number) {
  return number == current_ && figures_.count(number) ? figures_[number] : make(number);
}
Figure& Display::current() { return figures_.empty() ? open_new() : figures_[current_]; }

Figure& Display::begin() {
  Figure& now = current();
  Figure& figure = !now.used || hold_ || now.grid ? now : open_new();
  if (!hold_) {
    figure.plot.series.clear();
    figure.plot.image.reset();
  }
  figure.used = true;
  figure.released = false;
  return figure;
}

Figure& Display::subplot(int rows, int columns, int panel) {
  Figure& now = current();
  const bool same = now.grid && now.grid->rows == rows && now.grid->columns == columns;
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
  figure.used = figure.released = false;
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
  return fmt::format("{}/figure_{:03}.{}", folder_, figure.number, figure.is_pixels() ? "png" : "svg");
}

void Display::write(Figure& figure) {
  figure.dirty = false;
  if (folder_ == "none" || figure.released) return;
  if (figure.number > kMostFiles) {
    if (!full_ && warn_)
      warn_({"Q0604",
             Severity::Warning,
             {},
             fmt::format("figures after the first {} are not written", kMostFiles),
             "clf() empties the current figure, so that the next image or plot replaces it",
             {}});
    full_ = true;
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) io::file_error(folder_, "cannot make the folder", error.message());
  const std::string path = path_for(figure);
  if (figure.is_pixels())
    io::write_image(path, io::pixels_of(figure.plot));
  else {
    const std::string text = svg_text(figure);
    io::write_whole_file(path, {text.begin(), text.end()});
  }
  figure.times_written++;
  if (figure.path != path) {
    if (log_) log_(fmt::format("figure {}: {}\n", figure.number, path));
    // An image got a title: the file of its pixels alone shows it no more.
    if (!figure.path.empty()) std::filesystem::remove(figure.path, error);
  }
  figure.path = path;
  if (wrote_) wrote_(path);
}

void Display::save(const Figure& figure, const std::string& path, double scale) {
  const std::string ending = io::ending_of(path);
  if (ending != "svg" && !io::is_image_ending(ending))
    io::broken_file(path, "the file's ending names no kind of figure",
                    "use .svg, or one of images: .png, .jpg, .tif, .bmp, .exr, .hdr, .pgm, .ppm or .pfm");
  if (ending != "svg" && figure.is_pixels() && scale == 1)
    io::write_image(path, io::pixels_of(figure.plot));
  else {
    const std::string text = svg_text(figure);
    if (ending == "svg")
      io::write_whole_file(path, {text.begin(), text.end()});
    else
      io::write_image(path, io::rasterised(path, text, scale));
  }
  if (wrote_) wrote_(path);
}

io::ArrayData Display::pixels(const Figure& figure) {
  if (!figure.grid && figure.plot.image) return io::pixels_of(figure.plot);
  return io::rasterised(fmt::format("figure {}", figure.number), svg_text(figure));
}

}  // namespace qc::host
