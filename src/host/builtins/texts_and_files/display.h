// The figures of one session. Nothing opens on a screen: an image becomes a PNG file, a plot, or an image with a title
// and the like, an SVG file, in the folder that the environment variable QC_OUTPUT names (./qc-output; "none": nothing
// is written), made when it is first needed. Where a figure lies is said once, in the log.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/plot.h"
#include "support/diagnostic.h"

namespace qc::host {

struct Figure {
  int number = 0;
  bool used = false;
  bool dirty = false;  // drawn, and not in its file yet
  int times_written = 0;
  io::Plot plot;                     // with several: the current one
  std::optional<io::PlotGrid> grid;  // after subplot(): the others
  int panel = 0;                     // the current one's number
  bool released = false;             // the pixels of its images were let go of
  std::string path;                  // of its file; empty: none yet

  // Whether its file has the pixels of one image, and nothing else.
  bool is_pixels() const { return !grid && io::is_bare_image(plot); }
};

class Display {
 public:
  // wrote: told of each file that was written. Each of them may be empty.
  Display(std::function<void(std::string_view)> log, std::function<void(const Diagnostic&)> warn,
          std::function<void(const std::string& path)> wrote);
  ~Display();  // writes what is still to be written; what then fails goes to the log
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // The figure that title() and the like speak of; a new one when there is none.
  Figure& current();
  // The one that the next image or plot goes to: the current one when it is empty, held or has panels, otherwise a new
  // one. What is held keeps its image and its curves; otherwise the panel is emptied.
  Figure& begin();
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
  // A copy of what is shown, by the file's ending: .svg, or one of images, each side `scale` times as many pixels.
  // Throws ProgramError: Q0602 for an ending that is neither, Q0601 also where a plot has no pixels on this machine.
  void save(const Figure& figure, const std::string& path, double scale);
  // height x width x channels, U8: of its image, or as its plots are drawn.
  io::ArrayData pixels(const Figure& figure);
  // True the first time that it is asked of this name.
  bool first(const std::string& name) { return said_.insert(name).second; }

 private:
  Figure& make(int number);
  std::string path_for(const Figure& figure) const;
  void leave(Figure& figure);

  std::function<void(std::string_view)> log_;
  std::function<void(const Diagnostic&)> warn_;
  std::function<void(const std::string& path)> wrote_;
  std::map<int, Figure> figures_;
  int current_ = 0;
  std::deque<int> left_;  // figures with images that are not the current one, the oldest first
  std::set<std::string> said_;
  bool hold_ = false, full_ = false;
  std::string folder_;
};

}  // namespace qc::host
