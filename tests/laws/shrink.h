// Makes a program that breaks a law smaller while it still does.
#pragma once
#include <functional>

#include "tests/laws/program.h"

namespace qc::laws {

// `fails` is asked of at most `budget` candidates.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, int budget);

}  // namespace qc::laws
