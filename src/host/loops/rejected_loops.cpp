#include "host/loops/rejected_loops.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "value/name_hash.h"

namespace qc::host {

void Appearance::add_array(const Array& a) {
  const auto end = buffers_.begin() + std::ptrdiff_t(met_), first = std::find(buffers_.begin(), end, a.buffer.get());
  std::uint64_t kind = std::uint64_t(a.elem) | std::uint64_t(a.complex) << 8 | std::uint64_t(a.fixed) << 9 |
                       std::uint64_t(a.is_const) << 10 | std::uint64_t(a.boundary) << 16 |
                       std::uint64_t(a.dims.size()) << 24 | std::uint64_t(first - buffers_.begin()) << 32;
  for (const std::int64_t d : a.dims)
    if (with_extents_) kind = std::rotl(kind, 21) + std::uint64_t(d) * 0x9e3779b97f4a7c15u;
  add(kind);
  if (first != end) return;
  if (met_ == buffers_.size())
    left_ = 0;
  else
    buffers_[met_++] = a.buffer.get();
}

void Appearance::add_inside(const std::vector<Value>& items) {
  if (with_extents_)
    add(items.size());
  else if (!items.empty() && std::holds_alternative<std::shared_ptr<Record>>(items[0].v))
    return add(&items[0]);
  std::uint64_t last = 0;
  for (const Value& v : items) {
    if (left_ <= 0) return;
    if (with_extents_) {
      add(&v);
      continue;
    }
    const std::uint64_t before = std::exchange(hash_, 0x2545f4914f6cdd1du);
    add(&v);
    const std::uint64_t kind = std::exchange(hash_, before);
    if (kind != last) add(last = kind);
  }
}

void Appearance::add(const Value* v) {
  --left_;
  if (!v) return add(std::uint64_t(99));
  add(std::uint64_t(v->v.index()));
  if (auto* n = std::get_if<Number>(&v->v))
    add(std::uint64_t(n->type) | std::uint64_t(n->complex) << 8);
  else if (auto* p = std::get_if<Pending>(&v->v))
    add(std::uint64_t(p->type));
  else if (auto* a = std::get_if<ArrayP>(&v->v))
    add_array(**a);
  else if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v->v)) {
    has_cells_ = true;
    items_ += std::int64_t((*c)->items.size());
    add(std::uint64_t((*c)->dims.size()));
    for (const std::int64_t d : (*c)->dims)
      if (with_extents_) add(std::uint64_t(d));
    add_inside((*c)->items);
  } else if (auto* r = std::get_if<std::shared_ptr<Record>>(&v->v)) {
    add(std::uint64_t(reinterpret_cast<std::uintptr_t>((*r)->type.get())));
    for (const auto& [name, field] : (*r)->fields) {
      if (left_ <= 0) return;
      add(std::uint64_t(name_hash(name)));
      add(&field);
    }
  } else if (!std::holds_alternative<Nothing>(v->v) && !std::holds_alternative<std::string>(v->v))
    left_ = 0;  // functions and types mean more than they are
}

}  // namespace qc::host
