// RecordChanges says which fields and items of records around the code are changed by it, so that what it reads of them
// is read anew.
#pragma once
#include <set>
#include <string>

namespace qc::lowering {

// Paths of what changes, as "s.x"; those of fields and cells are kept between passes.
struct RecordChanges {
  std::set<std::string> fields;            // of records outside
  std::set<std::string> cells;             // of records whose items change
  std::set<std::string> referenced_cells;  // those of them whose items are references
  std::set<std::string> assigned_inside;   // variables of the loop's own function that lambdas assign to

  // The field changes: true if that was not known.
  bool note_field(const std::string& path) { return fields.insert(path).second; }
  // A pass begins.
  void begin_pass() { assigned_inside.clear(); }
};

}  // namespace qc::lowering
