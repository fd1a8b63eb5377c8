// Converts the words of the command line into the arguments of main.
#pragma once
#include <string>
#include <vector>

#include "ast/ast.h"
#include "value/value.h"

namespace qc::host {

// As the types of the parameters say: numbers, `true` and `false`, texts, and rows of numbers as `1,2,3`. For a
// parameter without a type a word that is a number is one, any other a text. Throws ProgramError (Q0001) that names the
// parameter which is missing or whose word is none of its type, or says how many words are too many.
std::vector<Value> main_arguments(const ast::FunctionDef& main, const std::vector<std::string>& words, Elem scalar);

// Whether main takes that many arguments.
bool takes(const ast::FunctionDef& main, std::size_t count);

}  // namespace qc::host
