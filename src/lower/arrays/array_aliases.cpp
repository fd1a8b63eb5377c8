// Names of arrays, functions and records: `a = x` makes `a` another name of x, which compiled code knows while it is
// made. Statements that may be passed by leave what they found; where they would not, which array the name is depends
// on what runs:
//   a = x                             for k=0..n-1
//   if c  a = y  end                      s += a[k]
//   s = a[k]      % stop              % stop: x at first, then y
//                                         a = y
//                                     end
#include <fmt/format.h>

#include <algorithm>

#include "lower/lower_impl.h"

namespace qc::lowering {

namespace {

bool is_the_same(const Value& a, const Value& b) {
  return a.type.is_array() && b.type.is_array() && a.array == b.array && a.type.boundary == b.type.boundary &&
         a.read_as == b.read_as;
}

}  // namespace

void Lowerer::name_again(const std::string& name, Value v, Span span) {
  auto& names = frame().names;
  const auto known = names.find(name);
  // A kernel's own name, whatever stands outside: where the statement may be passed by, it is that one.
  if (known == names.end() && frames_.size() == 1 && (conditional_ > 0 || loops_ > 0))
    if (const auto outside = scope_.type_of(name); outside && outside->kind == v.type.kind)
      stop("R904", span, fmt::format("which {} '{}' is depends on a condition", kind_of(v), name), name);
  if (chosen_names_.count(frame().key + name)) return choose_again(name, v, span);
  v = choice_now(std::move(v), span);
  if (known != names.end() && known->second.alias && !is_the_same(*known->second.alias, v))
    named_again_.push_back({&frame(), frame().key, name, known->second});
  Binding b;
  b.key = frame().key + name;
  b.type = v.type;
  b.alias = std::move(v);
  b.made_at = ++clock_;
  names[name] = std::move(b);
}

const char* Lowerer::kind_of(const Value& v) {
  return v.type.is_array() ? "array" : v.type.kind == Type::Kind::Function ? "function" : "record";
}

// The binding that stands now for what was named again; null: the function has ended.
Binding* Lowerer::named_now(const NamedAgain& n) {
  const bool runs =
      std::any_of(frames_.begin(), frames_.end(), [&](const auto& f) { return f.get() == n.frame && f->key == n.key; });
  const auto there = runs ? n.frame->names.find(n.name) : std::map<std::string, Binding>::iterator{};
  return runs && there != n.frame->names.end() ? &there->second : nullptr;
}

// The names as they were before statements that may be passed by.
void Lowerer::restore_names(std::size_t mark) {
  for (std::size_t k = named_again_.size(); k-- > mark;) {
    NamedAgain& n = named_again_[k];
    Binding* now = named_now(n);
    if (!now) continue;
    if (now->made_at == n.was.made_at) {
      n.was.read_at = std::max(n.was.read_at, now->read_at);
      n.was.uncertain |= now->uncertain;
    }
    *now = n.was;
  }
}

// Behind such statements.
void Lowerer::doubt_names(std::size_t from, std::size_t to) {
  for (std::size_t k = from; k < to; ++k)
    if (Binding* now = named_now(named_again_[k]); now && now->made_at == named_again_[k].was.made_at)
      now->uncertain = true;
}

// The body of a loop that began at `start`: a name that it reads as it was before the loop is not given to something
// else there.
void Lowerer::require_names_kept(std::size_t mark, int start, Span span) {
  for (std::size_t k = mark; k < named_again_.size(); ++k) {
    const NamedAgain& n = named_again_[k];
    if (n.was.made_at > start) continue;
    const Binding* now = named_now(n);
    const int read = now && now->made_at == n.was.made_at ? std::max(now->read_at, n.was.read_at) : n.was.read_at;
    if (read > start && !choose_from_here_on(n.key + n.name, *n.was.alias))
      stop("R904", span,
           fmt::format("'{}' is one {} in an iteration and perhaps another in the next", n.name, kind_of(*n.was.alias)),
           n.name);
  }
}

void Lowerer::note_read(const std::string& name, Binding& b, Span span) {
  if (!b.alias) return;
  if (b.uncertain && !choose_from_here_on(b.key, *b.alias))
    stop("R904", span, fmt::format("which {} '{}' is depends on a condition", kind_of(*b.alias), name), name);
  b.read_at = ++clock_;
}

}  // namespace qc::lowering
