// What a launch has found so far: each place once, with a count; and the failure that counts.
#pragma once
#include <cstdint>
#include <unordered_map>

#include "emulator/emulator.h"

namespace qc::emulator {

class Findings {
 public:
  // At most `most` places are listed. fallback: stands for statements without a span.
  Findings(Span fallback, std::size_t most) : fallback_(fallback), most_(most) {}

  // A finding at a place (`key`) seen for the first time is filled in by `fill`, later ones are counted. What happens
  // at places that are not listed is dropped.
  template <class F>
  void report(FindingKind kind, Span span, std::uint64_t key, const F& fill) {
    constexpr std::size_t kUnlisted = ~std::size_t{0};
    auto [at, fresh] = seen_.try_emplace(key << 4 | std::uint64_t(kind), kUnlisted);
    if (!fresh) {
      if (at->second != kUnlisted) ++outcome_.findings[at->second].count;
      return;
    }
    if (outcome_.findings.size() >= most_) return;
    at->second = outcome_.findings.size();
    Finding f{kind, span_of(span), {}, {}, {}, 1};
    fill(f);
    outcome_.findings.push_back(std::move(f));
  }
  Span span_of(Span s) const { return s.valid() ? s : fallback_; }

  // The failure of the lowest order is kept.
  void fail(const Failure& failure) {
    if (!outcome_.failure || failure.order < outcome_.failure->order) outcome_.failure = failure;
  }
  // Whether something of that order or of a lower one has failed.
  bool failed_before(std::int64_t order) const { return outcome_.failure && order >= outcome_.failure->order; }
  bool failed() const { return outcome_.failure.has_value(); }

  Outcome take() { return std::move(outcome_); }

 private:
  Span fallback_;
  std::size_t most_;
  Outcome outcome_;
  std::unordered_map<std::uint64_t, std::size_t> seen_;  // findings by place
};

}  // namespace qc::emulator
