#include "value/value.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "sema/type_words.h"
#include "support/diagnostic.h"
#include "value/array_expr.h"
#include "value/name_hash.h"

namespace qc::host {

Number Number::real(double v, Elem type) {
  Number n;
  n.type = type;
  n.re = type == Elem::F64 ? v : double(float(v));
  return n;
}

std::int64_t Array::count() const {
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  return n;
}
std::int64_t Array::extent(std::int64_t d) const {
  const std::int64_t rank = std::int64_t(dims.size());
  if (rank == 1) --d;
  return d >= 0 && d < rank ? dims[std::size_t(d)] : 1;
}

Type Array::type() const {
  Type t = Type::array(elem, int(dims.size()), complex);
  if (fixed) {
    t.kind = Type::Kind::Fixed;
    t.dims = dims;
  }
  t.boundary = boundary;
  t.is_const = is_const;
  return t;
}

ArrayP make_array(Elem elem, std::vector<std::int64_t> dims, bool zeroed, bool complex) {
  auto a = std::make_shared<Array>();
  a->elem = elem;
  a->complex = complex;
  a->dims = std::move(dims);
  a->buffer =
      runtime::Buffer::create(std::size_t(a->count()) * std::size_t(byte_size(elem)) * (complex ? 2 : 1), zeroed);
  return a;
}

Number resolve(const Pending& p) {
  const std::uint64_t bits = p.slot->read();
  switch (p.type) {
    case Elem::F32:
      return Number::real(std::bit_cast<float>(std::uint32_t(bits)), Elem::F32);
    case Elem::F64:
      return Number::real(std::bit_cast<double>(bits), Elem::F64);
    case Elem::Bool:
      return Number::boolean((bits & 0xff) != 0);
    default:
      return Number::integer(std::int64_t(bits));
  }
}

namespace {

thread_local std::vector<Value>* released = nullptr;  // of the release that is under way

// Lets values go without recursion: a list of records as long as one likes ends like a short one.
template <class Move>
void release(const Move& move_into) {
  if (released) return move_into(*released);
  std::vector<Value> all;
  released = &all;
  move_into(all);
  while (!all.empty()) {
    const Value last = std::move(all.back());
    all.pop_back();
  }
  released = nullptr;
}

bool nests(const Value& v) {
  return std::holds_alternative<std::shared_ptr<Record>>(v.v) || std::holds_alternative<std::shared_ptr<Cell>>(v.v);
}

}  // namespace

Cell::~Cell() {
  if (std::none_of(items.begin(), items.end(), nests)) return;
  release([&](std::vector<Value>& into) {
    for (Value& v : items)
      if (nests(v)) into.push_back(std::move(v));
  });
}

Record::~Record() {
  if (std::none_of(fields.begin(), fields.end(), [](const auto& f) { return nests(f.second); })) return;
  release([&](std::vector<Value>& into) {
    for (auto& [name, v] : fields)
      if (nests(v)) into.push_back(std::move(v));
  });
}

void Record::enter(std::size_t k) const {
  std::size_t slot = name_hash(fields[k].first) & (table_.size() - 1);
  while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
  table_[slot] = std::uint32_t(k + 1);
}

std::size_t Record::place(std::string_view field) const {
  constexpr std::size_t kFew = 12;  // so many are compared one after another
  const std::size_t n = fields.size();
  std::size_t k = 0;
  if (n <= kFew) {
    while (k < n && fields[k].first != field) ++k;
    return k;
  }
  if (2 * n > table_.size()) {
    table_.assign(std::bit_ceil(4 * n), 0);
    entered_ = 0;
  }
  while (entered_ < n) enter(entered_++);
  for (std::size_t slot = name_hash(field) & (table_.size() - 1); table_[slot] != 0;
       slot = (slot + 1) & (table_.size() - 1))
    if (fields[table_[slot] - 1].first == field) return table_[slot] - 1;
  return n;
}

const Value* Record::find(std::string_view field) const {
  const std::size_t k = place(field);
  return k < fields.size() ? &fields[k].second : nullptr;
}
Value* Record::find(std::string_view field) {
  return const_cast<Value*>(static_cast<const Record&>(*this).find(field));
}

Type type_of(const Value& value) {
  if (auto* n = std::get_if<Number>(&value.v)) return Type::number(n->type, n->complex);
  if (auto* p = std::get_if<Pending>(&value.v)) return Type::number(p->type);
  if (auto* a = std::get_if<ArrayP>(&value.v)) return (*a)->type();
  if (auto* e = std::get_if<ArrayExprP>(&value.v))
    return Type::array((*e)->elem, int((*e)->dims.size()), (*e)->complex);
  Type t;
  if (std::holds_alternative<std::string>(value.v))
    t.kind = Type::Kind::String;
  else if (std::holds_alternative<std::shared_ptr<Closure>>(value.v))
    t.kind = Type::Kind::Function;
  else if (std::holds_alternative<std::shared_ptr<Cell>>(value.v))
    t.kind = Type::Kind::Cell;
  else if (std::holds_alternative<std::shared_ptr<Record>>(value.v))
    t.kind = Type::Kind::Object;
  else if (std::holds_alternative<RangeP>(value.v))
    t = Type::array(Elem::I64, 1);
  else if (auto* held = std::get_if<HostTypeP>(&value.v)) {  // with what it stands for, so that different ones differ
    t = (*held)->type;
    t.kind = Type::Kind::TypeValue;
  } else
    t.kind = Type::Kind::Void;
  return t;
}

std::uint64_t kind_of(const Value& value) {
  constexpr std::uint64_t kNumber = 1, kArray = 2;
  if (auto* n = std::get_if<Number>(&value.v))
    return kNumber | std::uint64_t(n->type) << 8 | std::uint64_t(n->complex) << 16;
  auto* held = std::get_if<ArrayP>(&value.v);
  if (!held || (*held)->fixed) return 0;
  const Array& a = **held;
  return kArray | std::uint64_t(a.elem) << 8 | std::uint64_t(a.complex) << 16 | std::uint64_t(a.is_const) << 17 |
         std::uint64_t(a.boundary) << 24 | std::uint64_t(a.dims.size()) << 32;
}

std::uint64_t kind_of_declared(const Type& type) {
  constexpr std::uint64_t kDeclared = 3;
  if (type != Type::number(type.elem, type.complex)) return 0;
  return kDeclared | std::uint64_t(type.elem) << 8 | std::uint64_t(type.complex) << 16;
}

std::string host_type_name(const HostType& t, Elem scalar) {
  if (!t.name.empty()) return t.name;
  if (t.type.kind == Type::Kind::Cell && !t.elements.empty()) {
    const char* shape = t.type.rank == 1 ? "vec" : t.type.rank == 2 ? "mat" : t.type.rank == 3 ? "cube" : "cell";
    return std::string(shape) + "[" + host_type_name(t.elements[0], scalar) + "]";
  }
  return type_name(t.type, scalar);
}

std::string a_type(const std::string& name) { return name == "nothing" ? "nullptr" : with_article(name); }

bool same_host_type(const HostType& a, const HostType& b) {
  const bool same = a.type.kind == b.type.kind && a.type.elem == b.type.elem && a.type.complex == b.type.complex &&
                    a.type.rank == b.type.rank && a.type.dims == b.type.dims && a.name == b.name &&
                    a.elements.size() == b.elements.size();
  for (std::size_t k = 0; same && k < a.elements.size(); ++k)
    if (!same_host_type(a.elements[k], b.elements[k])) return false;
  return same;
}

HostType host_type_of(const Value& value) {
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&value.v); r && (*r)->type) return *(*r)->type;
  HostType t;
  t.type = type_of(value);
  t.type.boundary = Boundary::Default;
  t.type.is_const = false;
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&value.v)) t.name = (*r)->type_name;
  return t;
}

}  // namespace qc::host
