// What is known of a user function before it is called: one of its name, without generic parameters, that takes each
// argument by place. Most functions are such, and small ones are called far more often than they do anything else.
#pragma once
#include <memory>
#include <vector>

namespace qc::host {

struct Environment;
struct ResolvedCode;
struct HostType;
struct Overload;

struct PlainFunction {
  PlainFunction();
  ~PlainFunction();
  const Overload* overload = nullptr;
  std::vector<const HostType*> parameters;  // their types; null: any
  std::vector<const HostType*> outputs;
  bool declares = false;               // numbers among them
  bool direct = false;                 // no types among them: arguments and outputs are what they are given
  std::unique_ptr<ResolvedCode> code;  // of its body; made for its first call
  std::vector<std::size_t> output_slots;
  // Environments of calls that have ended, with the places of their variables: those of the next calls.
  std::vector<std::shared_ptr<Environment>> spare;
};

}  // namespace qc::host
