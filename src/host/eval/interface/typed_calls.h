// Calls of a program's functions by their names, from a host program (src/host/eval/typed_calls.cpp).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/eval/state/eval_context.h"
#include "value/plain_function.h"

namespace qc::host {

// A function that is called again and again with arguments of the same types, looked up once.
struct PreparedCall {
  std::string name;
  std::vector<Value> samples;  // a value of each argument's type
  int outputs = 0;             // how many are wanted
  // What was found; a call that is under way keeps it. Null: a variable that holds a function is meant.
  struct Found {
    Overload overload;
    std::unique_ptr<PlainFunction> plain;  // null: the function is not, or not all is given and taken
  };
  std::shared_ptr<Found> found = {};
  std::uint64_t definitions = 0;  // which it was found among
};

// The results of the function that the name and the arguments mean; a variable that holds one is meant first.
std::vector<Value> call_by_name(EvalContext& cx, const std::string& name, std::vector<Value> arguments);
// Looks the function up. Throws as a call with the samples would that finds none.
void prepare(EvalContext& cx, PreparedCall& call);
// The results of a prepared call, which is prepared anew when functions were defined since.
std::vector<Value> call_prepared(EvalContext& cx, PreparedCall& call, std::vector<Value> arguments);

}  // namespace qc::host
