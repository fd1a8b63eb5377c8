// Steps through the flat form of statements (resolved_code.h) with the variables of an environment.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/eval/evaluator.h"
#include "host/eval/resolved_code.h"
#include "ir/range_count.h"

namespace qc::host {

class FlatRun {
  struct Numbers;
  friend NumberOf number_of(const FlatExpr& e);

 public:
  // places: of the variables by slot, in an environment that others have made; null: the slots are the places.
  FlatRun(Evaluator& evaluator, const EnvironmentP& env, const std::vector<std::uint32_t>* places = nullptr)
      : evaluator_(evaluator),
        env_(env),
        places_(places),
        scalar_(evaluator.scalar()),
        lowest_(evaluator.lowest_stack()) {}
  Flow run(const FlatBlock& block);
  // A loop, each turn of it; a `for` loop that is not compiled.
  Flow step(const FlatStmt& loop);

 private:
  // Of a function that `caller` calls.
  FlatRun(const FlatRun& caller, const EnvironmentP& env)
      : evaluator_(caller.evaluator_), env_(env), places_(nullptr), scalar_(caller.scalar_), lowest_(caller.lowest_) {}

  // A number, or a product of floats that has not been rounded yet.
  struct Quick {
    Small value, factor;
    bool product = false;
  };
  using Late = std::optional<Partial>;  // of what is no number: most are, and making one takes as long as adding two
  using Turns = ir::CountedRange;       // those of a `for` loop
  Turns turns_of(Small lo, Small hi, Small step) const;

  Flow statement(const FlatStmt& s);
  Flow delegate(const FlatStmt& s);
  Flow run_if(const FlatStmt& s);
  Flow run_while(const FlatStmt& s);
  Flow run_repeat(const FlatStmt& s);
  Flow run_for(const FlatStmt& s);
  Flow step_for(const FlatStmt& s);
  Flow step_small(const FlatStmt& s, const Turns& turns);
  Flow take(const FlatStmt& s, const Turns& turns);
  std::optional<Turns> little(const FlatStmt& s, std::int64_t parts);
  std::optional<std::uint64_t> appearance(const FlatStmt& loop, bool with_extents, std::int64_t* items = nullptr) const;
  bool lets_cells_grow(const FlatStmt& loop) const;
  void assign(const FlatStmt& s);
  bool assign_held(const FlatStmt& s);
  bool store_held(const FlatStmt& s);
  void assign_called(const FlatStmt& s);
  void assign_other(const FlatStmt& s);
  void store(const FlatStmt& s);
  bool store_row(const FlatStmt& s);
  void set_field(const FlatStmt& s);
  Small updated(ast::AssignOp op, Small now, const Quick& by, Span span) const;
  bool truth(const FlatExpr& e);

  // Expressions of real numbers without calls (resolved_expr.cpp). They have no effects: where they find something that
  // is no number, nothing has been done.
  Small number(const FlatExpr& e) { return e.number(*this, e); }
  bool quick(const FlatExpr& e, Quick& out);
  Small rounded(const Quick& q, const FlatExpr& e) const {
    return q.product ? of_two(ast::BinaryOp::ElemMul, q.value, q.factor, scalar_, e.source->span) : q.value;
  }
  Small variable(const FlatExpr& e) const {
    if (const Value* v = own(e.slot)) return Small::of(v);
    return e.named || env_->outer ? elsewhere(e) : Small{};
  }
  Small elsewhere(const FlatExpr& e) const;
  Small element(const FlatExpr& e);
  Small fused(const FlatExpr& e);
  Small of_operands(const FlatExpr& e, Small a);
  Small sum(const FlatExpr& e, const Quick& left, const Quick& right) const;
  Small whole(const FlatExpr& e);
  Small each(const FlatExpr& e);
  Small count(const FlatExpr& e);
  Small has_field(const FlatExpr& e);
  const Value* locate(const FlatExpr& e);
  const Value* item_in(const Value& base, const FlatExpr& e);
  std::int64_t place_in(const FlatExpr& element, const std::vector<std::int64_t>& dims, std::int64_t count);
  Array* array_element(const FlatExpr& element, const Value& base, std::int64_t& at);
  Array* array_row(const FlatExpr& row, std::int64_t& at);
  ArrayP rows_copy(const FlatExpr& row);
  ArrayP list(const FlatExpr& e);
  // A row that an expression without calls makes or names; null: it is something else, and nothing has been done.
  ArrayP array_of(const FlatExpr& e);
  std::optional<std::string_view> text(const FlatExpr& e);
  Small compared(const FlatExpr& e);
  std::optional<bool> is_nothing(const FlatExpr& e);

  // Values that are no numbers (resolved_objects.cpp): what a place holds, a text, a record, of an expression without
  // calls. False: it is something else, and nothing has been done.
  bool thing(const FlatExpr& e, Value& out);
  static bool is_shared(const Value& v);
  bool held(const FlatExpr& e, Value& out);
  bool joined(const FlatExpr& e, Value& out);
  bool put(std::uint32_t slot, Value& v);
  bool keeps_truths(const FlatBlock& block) const;
  bool update_field(const FlatStmt& s);
  bool store_item(const FlatStmt& s, Value&& v);
  bool set_in(const Value* record, std::string_view field, Value&& v);
  static bool keeps_kind(const Value& now, const Value& v);
  static bool may_wrap(const Record& record, std::string_view field, const Value& now);
  const Value* changed_place(const FlatStmt& s, bool& typed);
  bool extend_text(const FlatStmt& s);
  void join_parts(const FlatExpr& e, std::string& more);
  void join_part(const FlatExpr& e, std::string& more);
  bool extend_row(const FlatStmt& s);
  bool append(const Value& to, bool typed, std::vector<Value>& items);
  bool extend_by_calls(const FlatStmt& s, Value before);
  bool shorten_row(const FlatStmt& s);

  // Expressions with calls (resolved_calls.cpp): what has been computed once is not computed again. Where the result is
  // no number it is `p`; where that holds nothing either, nothing has been done.
  Small compute(const FlatExpr& e, Late& p) { return e.calls ? mixed(e, p) : number(e); }
  Small mixed(const FlatExpr& e, Late& p);
  Small mixed_unary(const FlatExpr& e, Late& p);
  Small mixed_logic(const FlatExpr& e, Late& p);
  Small mixed_binary(const FlatExpr& e, Late& p);
  Small mixed_each(const FlatExpr& e, Late& p);
  Small mixed_call(const FlatExpr& e, Late& p);
  Small mixed_typed_call(const FlatExpr& e, Late& p);
  bool mixed_product(const FlatExpr& e, Quick& q, Late& p);
  bool factor(const FlatExpr& e, Quick& q, Late& p, bool of_product);
  Small operands(const FlatExpr& e, Quick& product, Late& p);
  Small given(Value v, Late& p) const;
  Value value(const FlatExpr& e);
  Value other(const FlatExpr& e);
  Value whole_of(const FlatExpr& e, Late& p);
  bool call(const FlatExpr& e, int outputs, Value& out);
  bool assign_several(const FlatStmt& s);
  bool give(const FlatExpr& argument, Value& parameter);
  void give_other(const FlatExpr& argument, Value& parameter);
  template <class Take>
  void run_direct(PlainFunction& f, const FlatExpr& e, int outputs, const Take& take);

  std::size_t place_of(std::uint32_t slot) const { return places_ ? (*places_)[slot] : slot; }
  Value* own(std::uint32_t slot) const { return env_->variables.find_at(place_of(slot)); }
  Value* find(const FlatExpr& e) const {
    Value* v = own(e.slot);
    return v || !env_->outer ? v : env_->outer->find(std::get<ast::Name>(e.source->node).name);
  }
  bool hidden(const FlatExpr& call) const { return own(call.slot) || (env_->outer && env_->outer->find(*call.name)); }

  void in_general(const FlatStmt& assignment);

  Evaluator& evaluator_;
  const EnvironmentP& env_;
  const std::vector<std::uint32_t>* places_;
  Elem scalar_;
  const char* lowest_;     // place of the stack that calls may reach
  bool in_small_ = false;  // a loop that does little each time is under way, with what is inside
  bool left_ = false;      // an assignment was left to the evaluator
};

}  // namespace qc::host
