// Values of the resolved form that are no numbers (resolved_objects.cpp): what a place holds, a text, a record, of an
// expression without calls. False: it is something else, and nothing has been done.
#pragma once
#include <string_view>

#include "host/eval/state/resolved_run.h"

namespace qc::host {

// Whether a value may be given to another place as it is: others are copied, computed or looked at before.
bool is_shared(const Value& v);
// What an expression without calls holds.
bool held_value(ResolvedRun& resolved, const ResolvedExpr& e, Value& out);
// Into a variable. False: more has to be looked at, and nothing has been done.
bool put(ResolvedRun& resolved, std::uint32_t slot, Value& v);
// Whether ints that are given to a field of the class wrap, as those of `b : uint8` do; it may be so where the type has
// another name than int.
bool may_wrap(const Record& record, std::string_view field, const Value& now);
// Into a field of a record, which may be new in one of object(). False: nothing has been done.
bool set_in(const Value* record, std::string_view field, Value&& v);
// c[k] = e of a cell, r["name"] = e of a record.
bool store_item(ResolvedRun& resolved, const ResolvedStmt& s, Value&& v);
// s = s + x + .., s += x of a text. False: nothing has been done.
bool extend_text(ResolvedRun& resolved, const ResolvedStmt& s);
// v = [v, x, ..] of a row of numbers or a cell. False: nothing has been done.
bool extend_row(ResolvedRun& resolved, const ResolvedStmt& s);
// v = v[0..k] of the same loses its last elements. False: nothing has been done.
bool shorten_row(ResolvedRun& resolved, const ResolvedStmt& s);

}  // namespace qc::host
