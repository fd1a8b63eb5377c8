// The parts of the table of built-ins, one for each file, and what they share.
#pragma once
#include <string_view>
#include <unordered_map>

#include "host/builtin_support.h"
#include "host/builtins.h"

namespace qc::host {

Builtin find_fourier(std::string_view name);      // builtins_fourier.cpp

using BuiltinTable = std::unordered_map<std::string_view, Builtin>;
const BuiltinTable& shape_builtins();   // builtins_shape.cpp
const BuiltinTable& file_builtins();    // builtins_files.cpp
const BuiltinTable& open_file_builtins();  // builtins_open_files.cpp
const BuiltinTable& text_builtins();    // builtins_text.cpp
const BuiltinTable& pattern_builtins(); // builtins_patterns.cpp
const BuiltinTable& math_builtins();    // builtins_math.cpp
const BuiltinTable& pair_builtins();    // builtins_pairs.cpp
const BuiltinTable& reduction_builtins();  // builtins_reduce.cpp
const BuiltinTable& order_builtins();   // builtins_order.cpp
const BuiltinTable& random_builtins();  // builtins_random.cpp
const BuiltinTable& display_builtins(); // builtins_display.cpp
const BuiltinTable& figure_builtins();  // builtins_figure.cpp
const BuiltinTable& figure_methods();   // builtins_figure.cpp
const BuiltinTable& form_builtins();    // builtins_form.cpp
const BuiltinTable& block_builtins();   // builtins_blocks.cpp

}  // namespace qc::host
