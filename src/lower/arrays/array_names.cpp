// Names of arrays, functions and records: `a = x` makes `a` another name of x, which compiled code knows while it is
// made. Statements that may be passed by leave what they found; where they would not, which array the name is depends
// on what runs:
//   a = x                             for k=0..n-1
//   if c  a = y  end                      s += a[k]
//   s = a[k]      % stop              % stop: x at first, then y
//                                         a = y
//                                     end
#include "lower/interface/array_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

bool is_the_same(const Value& a, const Value& b) {
  return a.type.is_array() && b.type.is_array() && a.array().id == b.array().id && a.type.boundary == b.type.boundary &&
         a.array().read_as == b.array().read_as;
}

}  // namespace

void name_again(LowerContext& cx, const std::string& name, Value v, Span span) {
  auto& names = cx.names.frame().names;
  const auto known = names.find(name);
  // A kernel's own name, whatever stands outside: where the statement may be passed by, it is that one.
  if (known == names.end() && !cx.names.in_call() && cx.control.passed_by_or_repeated())
    if (const auto outside = cx.scope.type_of(name); outside && outside->kind == v.type.kind)
      stop("R904", span, fmt::format("which {} '{}' is depends on a condition", kind_of(v), name), name);
  if (cx.aliases.phis.count(cx.names.frame().key + name)) return add_to_phi(cx, name, v, span);
  v = phi_now(cx, std::move(v), span);
  if (known != names.end() && known->second.alias() && !is_the_same(*known->second.alias(), v))
    cx.aliases.aliased.push_back({&cx.names.frame(), cx.names.frame().key, name, known->second});
  Binding b;
  b.key = cx.names.frame().key + name;
  b.type = v.type;
  b.storage = Alias{std::move(v)};
  b.made_at = ++cx.aliases.clock;
  names[name] = std::move(b);
}

// The binding that stands now for what was named again; null: the function has ended.
static Binding* named_now(LowerContext& cx, const Aliased& n) {
  const bool runs = std::any_of(cx.names.frames.begin(), cx.names.frames.end(),
                                [&](const auto& f) { return f.get() == n.frame && f->key == n.key; });
  const auto there = runs ? n.frame->names.find(n.name) : std::map<std::string, Binding>::iterator{};
  return runs && there != n.frame->names.end() ? &there->second : nullptr;
}

void restore_names(LowerContext& cx, std::size_t mark) {
  for (std::size_t k = cx.aliases.aliased.size(); k-- > mark;) {
    Aliased& n = cx.aliases.aliased[k];
    Binding* now = named_now(cx, n);
    if (!now) continue;
    if (now->made_at == n.was.made_at) {
      n.was.read_at = std::max(n.was.read_at, now->read_at);
      n.was.uncertain |= now->uncertain;
    }
    *now = n.was;
  }
}

// Behind such statements.
void doubt_names(LowerContext& cx, std::size_t from, std::size_t to) {
  for (std::size_t k = from; k < to; ++k)
    if (Binding* now = named_now(cx, cx.aliases.aliased[k]); now && now->made_at == cx.aliases.aliased[k].was.made_at)
      now->uncertain = true;
}

void require_names_kept(LowerContext& cx, std::size_t mark, int start, Span span) {
  for (std::size_t k = mark; k < cx.aliases.aliased.size(); ++k) {
    const Aliased& n = cx.aliases.aliased[k];
    if (n.was.made_at > start) continue;
    const Binding* now = named_now(cx, n);
    const int read = now && now->made_at == n.was.made_at ? std::max(now->read_at, n.was.read_at) : n.was.read_at;
    if (read > start && !make_array_phi(cx, n.key + n.name, *n.was.alias()))
      stop("R904", span,
           fmt::format("'{}' is one {} in an iteration and perhaps another in the next", n.name,
                       kind_of(*n.was.alias())),
           n.name);
  }
}

void note_read(LowerContext& cx, const std::string& name, Binding& b, Span span) {
  if (!b.alias()) return;
  if (b.uncertain && !make_array_phi(cx, b.key, *b.alias()))
    stop("R904", span, fmt::format("which {} '{}' is depends on a condition", kind_of(*b.alias()), name), name);
  b.read_at = ++cx.aliases.clock;
}

}  // namespace qc::lowering
