// Puts a text together from many parts. A string that grows to gigabytes copies itself now and then, which takes a
// second in which nobody can stop it: here the text lies in pieces until it is whole.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/stop.h"

namespace qc {

class LongText {
 public:
  // Throws as check_stopped() does.
  LongText& operator+=(std::string_view part) {
    if (pieces_.back().size() >= kPiece) {
      check_stopped();
      pieces_.emplace_back();
    }
    pieces_.back() += part;
    return *this;
  }
  LongText& operator+=(char c) { return *this += std::string_view(&c, 1); }
  // The whole, after which nothing is left here. Throws as check_stopped() does.
  std::string take() {
    if (pieces_.size() == 1) return std::exchange(pieces_.front(), {});
    std::size_t all = 0;
    for (const std::string& piece : pieces_) all += piece.size();
    std::string text;
    text.reserve(all);
    for (std::string& piece : pieces_) {
      check_stopped();
      text += std::exchange(piece, {});
    }
    pieces_.assign(1, {});
    return text;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t(1) << 22;
  std::vector<std::string> pieces_ = std::vector<std::string>(1);
};

}  // namespace qc
