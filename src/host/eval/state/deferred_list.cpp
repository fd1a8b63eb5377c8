#include "host/eval/state/deferred_list.h"

#include <variant>

namespace qc::host {

Value DeferredList::keep(std::optional<Value> deferred) {
  constexpr std::size_t kLookAgain = 64;
  if (all_.size() >= kLookAgain) std::erase_if(all_, [](const auto& e) { return e.expired(); });
  if (auto* e = std::get_if<ArrayExprP>(&deferred->v)) all_.push_back(*e);
  return std::move(*deferred);
}

}  // namespace qc::host
