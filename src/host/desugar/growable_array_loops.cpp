#include "host/desugar/growable_array_loops.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/name_facts.h"
#include "host/arrays/arith.h"
#include "host/builtins/support.h"

namespace qc::host {

namespace {

constexpr std::int64_t kLeastRoom = 64;  // extents that are not made part of the code
constexpr std::int64_t kAnyRoom =
    std::int64_t(1) << 26;  // elements where nothing bounds what is appended: memory that is not touched costs nothing
constexpr std::int64_t kMostRoom = std::int64_t(1) << 28;
constexpr std::int64_t kMostRoomThere = std::int64_t(1) << 22;  // on a device
// A row that is much longer than what the loop appends is not copied for it.
constexpr std::int64_t kAlwaysCopied = 256, kCopiedForIteration = 16;

constexpr std::int64_t kNotMade = -1;  // the count of a row that the loop has not made so far

std::size_t bytes_of(Elem elem, std::int64_t count) { return std::size_t(count) * std::size_t(byte_size(elem)); }

}  // namespace

const GrowableArrays* GrowableArrayLoops::find(const ast::Stmt& loop, bool strict) {
  Known& known = known_[&loop];
  auto& text = strict ? known.strict : known.plain;
  if (!text) text.emplace(with_growable_arrays(loop, strict));
  return *text ? &**text : nullptr;
}

GrowableRows::~GrowableRows() {
  if (!arrays_.empty())
    for (const GrowableArray& row : rows_.rows) env_->variables.erase(row.count);
}

const Array* GrowableRows::now(const GrowableArray& row) const {
  const Value* v = env_->find(row.name);
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  return a ? a->get() : nullptr;
}

// Nothing: it is that of what the loop gives it first.
std::optional<Elem> GrowableRows::kind(const GrowableArray& row) const {
  const Array* a = now(row);
  if (row.begins) return !takes_kind(row) && row.begins_empty ? std::optional(evaluator_.scalar()) : std::nullopt;
  return takes_kind(row) && a->count() == 0 ? std::nullopt : std::optional(a->elem);
}

bool GrowableRows::fits() const {
  const auto fits_row = [&](const GrowableArray& row) {
    const Value* v = row.begins ? nullptr : env_->find(row.name);
    RowBefore before{v ? type_of(*v) : Type::none(), {}, env_->declared.contains(row.name), false};
    if (const Array* a = now(row); v && a) {
      before.extents = a->dims;
      before.shared = std::get<ArrayP>(v->v).use_count() > 1;
    }
    return can_grow(row, before, evaluator_.scalar());
  };
  return std::all_of(rows_.rows.begin(), rows_.rows.end(), fits_row);
}

bool GrowableRows::some_kind_is_open() const {
  return std::any_of(rows_.rows.begin(), rows_.rows.end(), [&](const GrowableArray& row) { return !kind(row); });
}

// Elements or rows that there may be; nothing: more than fit.
std::optional<std::int64_t> GrowableRows::room(const GrowableArray& row, std::int64_t there,
                                               std::int64_t iterations) const {
  const bool away = evaluator_.session().device().info().gpu_like;
  const std::int64_t most = (away ? kMostRoomThere : kMostRoom) / std::max<std::int64_t>(row.width, 1);
  const std::set<std::string> assigned = lowering::assigned_names(ast::Block{rows_.text});
  std::int64_t room = there;
  for (const GrowableArray::Site& site : row.sites) {
    std::int64_t times = site.in_while ? most + 1 : std::max<std::int64_t>(site.count, 1);
    for (std::size_t k = 0; k < site.loops.size() && times <= most; ++k) {
      NameCounts names;
      count_names(site.loops[k], names);
      names.erase(std::get<ast::For>(site.loops[k].node).variable);
      const bool moves =
          k > 0 && std::any_of(names.begin(), names.end(), [&](const auto& n) { return assigned.count(n.first) > 0; });
      const std::int64_t n = k == 0 ? iterations : moves ? most + 1 : evaluator_.iterations_of(site.loops[k], env_);
      times = n > most ? most + 1 : times * std::max<std::int64_t>(n, 0);
    }
    room = times > most ? most + 1 : room + times;
    if (room > most) break;
  }
  if (room > most && away) return {};
  if (room > most) room = std::max(there, kAnyRoom / std::max<std::int64_t>(row.width, 1));
  std::int64_t rounded = kLeastRoom;  // so that few sizes are met
  while (rounded < room) rounded *= 2;
  return std::min(rounded, std::max(room, most));
}

bool GrowableRows::begin(Elem open, std::int64_t iterations, std::map<std::string, Value, std::less<>>& values) {
  for (const GrowableArray& row : rows_.rows) {
    const Array* a = row.begins ? nullptr : now(row);
    const bool is_empty = !a || a->count() == 0;
    const std::int64_t width = !row.rows                   ? 1
                               : is_empty && row.width > 0 ? row.width
                                                           : a->dims.back(),
                       there = is_empty ? 0 : a->count() / width;
    const auto most = room(row, there, iterations);
    if (!most || (there > kAlwaysCopied && there / kCopiedForIteration > iterations)) return false;
    const Elem elem = kind(row).value_or(open);
    // On a GPU it begins with zeros: small arrays come back as a whole, and no memory that was never set should.
    const bool zeros = evaluator_.session().device().info().gpu_like;
    ArrayP with_room =
        make_array(elem, row.rows ? std::vector<std::int64_t>{*most, width} : std::vector<std::int64_t>{*most}, zeros);
    if (!is_empty) std::memcpy(with_room->buffer->host_write(), a->buffer->host_read(), bytes_of(elem, a->count()));
    values[row.name] = Value(with_room);
    arrays_.push_back(std::move(with_room));
    before_.push_back(row.begins ? kNotMade : there);
  }
  for (std::size_t k = 0; k < rows_.rows.size(); ++k)
    env_->variables[rows_.rows[k].count] = Value(Number::integer(before_[k]));
  return true;
}

Value GrowableRows::grown(const GrowableArray& row, const Array& with_room, std::int64_t count) const {
  if (count == 0) return Value(make_array(takes_kind(row) ? evaluator_.scalar() : with_room.elem, {0}));
  ArrayP out = make_array(
      with_room.elem, row.rows ? std::vector<std::int64_t>{count, with_room.dims[1]} : std::vector<std::int64_t>{count},
      false);
  const std::size_t bytes = bytes_of(out->elem, out->count());
  void* const to = out->buffer->host_overwrite();
  const void* const from =
      with_room.buffer->host_read_part(0, bytes, to);  // of an array on a GPU what has been appended alone
  if (from != to) std::memcpy(to, from, bytes);
  return Value(out);
}

void GrowableRows::end() {
  for (std::size_t k = 0; k < rows_.rows.size(); ++k) {
    const GrowableArray& row = rows_.rows[k];
    const std::int64_t count = to_index(*env_->find(row.count), {});
    if ((row.only_grows || count == kNotMade) && count == before_[k]) continue;  // it is what it was
    env_->variables[row.name] = grown(row, *arrays_[k], count);
  }
}

}  // namespace qc::host
