// The two ways in which lowering ends early: the program is wrong in every run, or a loop is one for the interpreter.
#pragma once
#include <string>

#include "analysis/loops/loop_nest.h"
#include "support/diagnostic.h"

namespace qc::lowering {

// Thrown where the text cannot be lowered but may still be executed statement by statement.
struct Stop {
  NotLowered why;
};

// Throws ProgramError: what stands here is wrong in every run.
[[noreturn]] void error(Code code, Span span, std::string message, std::string help = {});
// Throws Stop. `variable`: the one that is why.
[[noreturn]] void stop(const char* code, Span span, std::string message, std::string variable = {});

}  // namespace qc::lowering
