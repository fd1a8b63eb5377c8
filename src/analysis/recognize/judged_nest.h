// A nest that is being judged, and what has been found of it so far. The rules are functions of it: judge_ends (bounds,
// early exits), judge_scalars, judge_running (running values), judge_conflicts (pairs of accesses), judge_arrays.
#pragma once
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analysis/loops/nest_model.h"
#include "analysis/recognize/judge.h"
#include "analysis/recognize/running_values.h"

namespace qc {

// Whether the list has the element.
template <class T>
bool contains(const std::vector<T>& v, const T& x) {
  return std::find(v.begin(), v.end(), x) != v.end();
}

struct JudgedNest {
  JudgedNest(const ir::Function& function, const std::vector<const ir::For*>& loops, const ir::Block& inside);

  const ir::Function& f;
  const std::vector<const ir::For*>& covered;
  const ir::Block& body;
  NestModel model;
  const std::set<ir::ArrayId> late;  // arrays that are read after they were stored to

  Judgement out;
  std::vector<ir::VarId> companions;           // and imaginary parts: they belong to an accumulator
  std::vector<std::vector<int>> reduced_sets;  // of each accumulator
  bool bins = false;
  RunningValues running;
  std::vector<const ArrayAccess*> copied;  // reads that are taken from a copy

  // A rule that does not hold.
  void problem(Problem::Kind kind, const char* code, std::string message, Span span, std::string variable = "",
               Span other = {}, std::string help = "");
  // One by which an update of an element may get lost.
  void lost_update(const char* code, std::string message, Span span, ir::ArrayId a, Span other = {});
  // The plan rests on this condition.
  void require(const ir::ExprP& condition);

  const std::string& name(ir::VarId v) const { return f.vars[v].name; }
  const std::string& array_name(ir::ArrayId a) const { return f.arrays[a].name; }
  bool live_after(ir::VarId v) const { return contains(f.outputs, v); }
  Span first_assignment(ir::VarId v) const;
  std::vector<int> all_levels() const;  // 0, 1, .. of the covered loops
};

// What an accumulator has of the form of its update.
void take_form(Accumulator& a, const UpdateForm& form, Span span);

}  // namespace qc
