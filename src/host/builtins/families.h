// The parts of the table of built-ins, one for each file, and what they share.
#pragma once
#include <string_view>
#include <unordered_map>

#include "host/builtins/builtins.h"
#include "host/builtins/support.h"

namespace qc::host {

using BuiltinTable = std::unordered_map<std::string_view, Builtin>;
const BuiltinTable& shape_builtins();      // shape.cpp
const BuiltinTable& file_builtins();       // files.cpp
const BuiltinTable& open_file_builtins();  // open_files.cpp
const BuiltinTable& text_builtins();       // text.cpp
const BuiltinTable& pattern_builtins();    // regexp.cpp
const BuiltinTable& math_builtins();       // math.cpp
const BuiltinTable& pair_builtins();       // binary_math.cpp
const BuiltinTable& reduction_builtins();  // reductions.cpp
const BuiltinTable& order_builtins();      // sort_and_search.cpp
const BuiltinTable& random_builtins();     // random.cpp
const BuiltinTable& fourier_builtins();    // fourier.cpp
const BuiltinTable& display_builtins();    // plots.cpp
const BuiltinTable& figure_builtins();     // figures.cpp
const BuiltinTable& figure_methods();      // figures.cpp
const BuiltinTable& form_builtins();       // forms.cpp
const BuiltinTable& block_builtins();      // block_sizes.cpp

// A built-in that has no effect here.
inline Results nothing(CallContext&, Args&) { return {}; }

}  // namespace qc::host
