// What is known of a user function before it is called, if all of its parameters are known by their places and their
// types mean the same in every call but for generic parameters. Most functions are such, and small ones are called far
// more often than they do anything else.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace qc::host {

struct Environment;
struct ResolvedCode;
struct HostType;
struct Overload;

// A parameter or an output.
struct PlainParameter {
  std::shared_ptr<const HostType> type;   // null: any
  bool decided_by_call = false;           // written with generic parameters: `type` is null, and each call has its own
  std::shared_ptr<const HostType> shape;  // of mat[T]: that of mat; null: the type is another one
  bool is_any() const { return !type && !decided_by_call; }
};

// What generic parameters stand for in calls with arguments of these kinds, and the types that are written with them.
struct BoundTypes {
  std::vector<std::uint64_t> kinds;  // kind_of() those with a type; 0: without
  std::vector<std::shared_ptr<const HostType>> generics;
  std::vector<std::shared_ptr<const HostType>> parameters, outputs;  // null: not decided by the call
};

struct PlainFunction {
  PlainFunction();
  ~PlainFunction();
  bool takes_count(std::size_t arguments) const { return arguments >= needed && arguments <= parameters.size(); }

  const Overload* overload = nullptr;
  std::vector<PlainParameter> parameters;
  std::vector<PlainParameter> outputs;
  std::size_t needed = 0;              // arguments; those behind them have defaults
  bool declares = false;               // numbers among them
  bool generic = false;                // types are bound by each call
  bool direct = false;                 // no types among them: arguments and outputs are what they are given
  std::unique_ptr<ResolvedCode> code;  // of its body; made for its first call
  std::vector<std::size_t> output_slots;
  std::vector<std::shared_ptr<const BoundTypes>> bound;  // of calls that there were
  // Environments of calls that have ended, with the places of their variables: those of the next calls.
  std::vector<std::shared_ptr<Environment>> spare;
};

}  // namespace qc::host
