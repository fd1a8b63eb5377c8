// Records that a kernel changes as items of a cell, p[i].x += 1, while it is given them under another name as well.
// While it runs their fields are columns of the cell (host/loops/soa_columns.h), and the other name would go on to say
// what they were at the launch.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ir.h"
#include "value/value.h"

namespace qc::host {

struct ChangedTwice {
  std::string cell, other;  // "p" and what else leads to one of its items, "first.x"
};
// writes: by ArrayId. find: what a name of the kernel's parameters stands for, null where it is no name of the program.
std::optional<ChangedTwice> changed_under_two_names(const ir::Function& kernel, const std::vector<bool>& writes,
                                                    const std::function<Value*(std::string_view name)>& find);

}  // namespace qc::host
