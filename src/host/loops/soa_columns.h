// The fields of the items of cells of records as arrays, for compiled code (sema/record_layout.h): gathered when a loop
// or a kernel asks for them, and given back to the records when it has run.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sema/record_layout.h"
#include "value/value.h"

namespace qc::host {

// The fields that hold numbers, of the items of a cell all of which are instances of one class; nothing: the value is
// something else.
std::optional<std::vector<RecordField>> item_fields(const Value& cell);
// The type of the items of a cell of short arrays of one kind, vec[vec3](n), as a value.
std::optional<Type> item_array(const Value& cell);
// The same of an instance; nothing where one of its fields holds something else.
std::optional<std::vector<RecordField>> instance_fields(const Value& instance);

// Names whose types tell that a cell has too many items for the loop that would gather them, and how many are worth it,
// to the next power of two.
inline constexpr std::string_view kRefusedColumns = "$refused", kItemsWorthIt = "$items";

class ItemColumns {
 public:
  using Lookup = std::function<Value*(std::string_view path)>;
  // The array that "p[].x" stands for; null: there is none, or the items differ in what the field is. lookup: what "p"
  // is.
  Value* find(std::string_view path, const Lookup& lookup);
  // What the code has changed becomes fields of the records.
  void give_back();

 private:
  struct Column {
    std::shared_ptr<Cell> cell;
    std::string field;
    Value array;
    std::vector<unsigned char> before;  // its elements as they were gathered
  };
  Column* gather(const std::shared_ptr<Cell>& cell, std::string_view field);
  // By the cell, so that two names of one cell have one array.
  std::map<std::pair<const Cell*, std::string>, Column> columns_;
};

}  // namespace qc::host
