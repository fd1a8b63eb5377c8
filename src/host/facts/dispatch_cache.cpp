#include "host/facts/dispatch_cache.h"

#include <algorithm>

namespace qc::host {

namespace {

// The extents of all arrays, each with the number of the first one that has the same memory, and whether all are on the
// host.
void write_arrays(const NestValues& values, std::vector<std::int64_t>& out) {
  out.clear();
  const auto& all = values.arrays;
  bool elsewhere = false;
  for (std::size_t a = 0; a < all.size(); ++a) {
    if (!all[a]) {
      out.push_back(-1);
      continue;
    }
    const auto first =
        std::find_if(all.begin(), all.end(), [&](const ArrayP& x) { return x && x->buffer == all[a]->buffer; });
    elsewhere = elsewhere || all[a]->buffer->newest_on();
    out.push_back(first - all.begin());
    out.push_back(std::int64_t(all[a]->dims.size()));
    out.insert(out.end(), all[a]->dims.begin(), all[a]->dims.end());
  }
  out.push_back(elsewhere);
}

}  // namespace

std::optional<std::size_t> DispatchCache::find(const NestValues& values) const {
  write_arrays(values, arrays_);
  const auto same = [&](const auto& n) { return values.scalars[n.first] == n.second; };
  for (std::size_t k = 0; k < entries_.size(); ++k)
    if (entries_[k].arrays == arrays_ && std::all_of(entries_[k].numbers.begin(), entries_[k].numbers.end(), same))
      return k;
  return {};
}

std::size_t DispatchCache::add(const NestValues& values) {
  Entry entry{arrays_, {}};
  for (ir::VarId v = 0; v < values.asked.size(); ++v)
    if (values.asked[v]) entry.numbers.emplace_back(v, *values.scalars[v]);
  if (entries_.size() < kMost) {
    entries_.push_back(std::move(entry));
    return entries_.size() - 1;
  }
  const std::size_t place = oldest_;
  oldest_ = (oldest_ + 1) % kMost;
  entries_[place] = std::move(entry);
  return place;
}

}  // namespace qc::host
