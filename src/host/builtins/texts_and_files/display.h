// The figures of one session. Nothing opens on a screen: an image becomes a PNG file, a plot an SVG file, in the folder
// that the environment variable QC_OUTPUT names (./qc-output; "none": nothing is written), made when it is first
// needed. Where a figure lies is said once, in the log.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/plot.h"

namespace qc::host {

// Levels 0..255 of height x width x channels (1, 3 or 4), row-major.
struct Picture {
  std::int64_t height = 0, width = 0, channels = 1;
  std::vector<std::uint8_t> levels;
};

struct Figure {
  int number = 0;
  bool used = false, is_image = false;
  bool dirty = false;  // drawn, and not in its file yet
  int times_written = 0;
  Picture picture;                   // of an image, while it is the current figure
  io::Plot plot;                     // with several: the current one
  std::optional<io::PlotGrid> grid;  // after subplot(): the others
  int panel = 0;                     // the current one's number
  std::string colormap;              // of grey images; empty: grey
  std::string path;                  // of its file; empty: none yet
};

class Display {
 public:
  // wrote: told of each file that was written; may be empty.
  Display(std::function<void(std::string_view)> log, std::function<void(const std::string& path)> wrote);
  ~Display();  // writes what is still to be written
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // The figure that title() and the like speak of; a new one when there is none.
  Figure& current();
  // The one that the next image or plot goes to: the current one when it is empty or held, otherwise a new one. A held
  // plot keeps its curves; otherwise the figure is emptied.
  Figure& begin(bool image);
  Figure& open_new();                                 // figure()
  Figure& select(int number);                         // figure(n); made when there is none
  Figure& subplot(int rows, int columns, int panel);  // of a figure that has such panels, otherwise of a new one
  void clear();                                       // clf()
  void hold(bool on) { hold_ = on; }
  bool held() const { return hold_; }

  // After every change of a figure: writes it at once, or later when it changes many times.
  void changed(Figure& figure);
  void flush();  // writes all that is pending
  // Throws ProgramError (Q0601) when the file cannot be written.
  void write(Figure& figure);

 private:
  Figure& make(int number);
  std::string path_for(const Figure& figure) const;

  std::function<void(std::string_view)> log_;
  std::function<void(const std::string& path)> wrote_;
  std::map<int, Figure> figures_;
  int current_ = 0;
  bool hold_ = false, full_ = false;
  std::string folder_;
};

}  // namespace qc::host
