// Steps through the flat form of statements (flat_code.h) with the variables of an environment.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/evaluator.h"
#include "host/flat_code.h"

namespace qc::host {

class FlatRun {
 public:
  // places: of the variables by slot, in an environment that others have made; null: the slots are the places.
  FlatRun(Evaluator& evaluator, const EnvironmentP& env, const std::vector<std::uint32_t>* places = nullptr)
      : evaluator_(evaluator), env_(env), places_(places), scalar_(evaluator.scalar()) {}
  Flow run(const FlatBlock& block);
  // A loop, each turn of it; a `for` loop that is not compiled.
  Flow step(const FlatStmt& loop);

 private:
  // A number, or a product of floats that has not been rounded yet.
  struct Quick {
    Quick() {}
    Number value;
    union {
      Number factor;  // of a product
    };
    bool product = false;
  };
  enum class Got { Nothing, Number, Other };
  using Late = std::optional<Partial>;  // of what is no number: most are, and making one takes as long as adding two
  // Those of a `for` loop.
  struct Turns {
    Number lo;
    double step = 1;
    bool ints = true;
    std::int64_t count = 0;
  };
  Turns turns_of(const Number& lo, const Number& hi, const Number& step) const;

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
  std::optional<std::uint64_t> appearance(const FlatStmt& loop, bool with_extents, bool* has_cells = nullptr) const;
  void assign(const FlatStmt& s);
  void store(const FlatStmt& s);
  bool store_row(const FlatStmt& s);
  void set_field(const FlatStmt& s);
  bool update(ast::AssignOp op, const Quick& by, Span span, Number& now) const;
  bool truth(const FlatExpr& e);

  // Expressions without calls have no effects: where they find something that is no number, nothing has been done.
  bool quick(const FlatExpr& e, Quick& out);
  bool number(const FlatExpr& e, Number& out) {
    if (e.kind == FlatExpr::Kind::Literal) return out = e.literal, true;
    if (e.kind == FlatExpr::Kind::Variable) return variable(e, out);
    Quick q;
    if (!quick(e, q)) return false;
    out = q.product ? rounded(q, e) : q.value;
    return true;
  }
  Number rounded(const Quick& q, const FlatExpr& e) const;
  bool variable(const FlatExpr& e, Number& out) const;
  // The number of a literal or variable where it stands; null for others.
  const Number* simple(const FlatExpr& e) const {
    if (e.kind == FlatExpr::Kind::Literal) return &e.literal;
    const Value* v = e.kind == FlatExpr::Kind::Variable ? find(e) : nullptr;
    auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
    return n && !n->complex ? n : nullptr;
  }
  bool binary(const FlatExpr& e, Quick& out);
  void combine(const FlatExpr& e, const Quick& left, const Quick& right, Quick& out) const;
  bool whole(const FlatExpr& e, Number& out);
  bool each(const FlatExpr& e, Number& out);
  bool count(const FlatExpr& e, Number& out);
  const Value* locate(const FlatExpr& e);
  std::optional<std::int64_t> place_in(const FlatExpr& element, const std::vector<std::int64_t>& dims, std::int64_t count);
  Array* array_element(const FlatExpr& element, std::int64_t& at);
  Array* array_row(const FlatExpr& row, std::int64_t& at);
  ArrayP rows_copy(const FlatExpr& row);
  ArrayP list(const FlatExpr& e);
  // A row that an expression without calls makes or names; null: it is something else, and nothing has been done.
  ArrayP array_of(const FlatExpr& e);
  std::optional<std::string_view> text(const FlatExpr& e);
  std::optional<bool> same(const FlatExpr& e);

  // Values that are no numbers (flat_things.cpp): what a place holds, a text, a record, of an expression without calls. False: it is something
  // else, and nothing has been done.
  bool thing(const FlatExpr& e, Value& out);
  bool held(const FlatExpr& e, Value& out);
  bool joined(const FlatExpr& e, Value& out);
  bool put(std::uint32_t slot, Value& v);
  bool keeps_truths(const FlatBlock& block) const;
  bool update_field(const FlatStmt& s);
  bool store_item(const FlatStmt& s, const Value& v);
  bool set_in(const Value* record, std::string_view field, const Value& v);
  bool extend_text(const FlatStmt& s);
  void join_parts(const FlatExpr& e, std::string& more);
  void join_part(const FlatExpr& e, std::string& more);
  bool extend_row(const FlatStmt& s);
  bool assign_several(const FlatStmt& s);
  static bool means_nothing(const FlatExpr& e);

  // Expressions with calls: what has been computed once is not computed again.
  Got compute(const FlatExpr& e, Quick& q, Late& p, bool factor = false);
  Got mixed(const FlatExpr& e, Quick& q, Late& p);
  Got mixed_logic(const FlatExpr& e, Quick& q, Late& p);
  Got mixed_binary(const FlatExpr& e, Quick& q, Late& p);
  Got mixed_each(const FlatExpr& e, Quick& q, Late& p);
  Got given(Value v, Quick& q, Late& p) const;
  Value value(const FlatExpr& e);
  bool call(const FlatExpr& e, int outputs, Value& out);

  static void set_number(Value& place, const Number& n) {
    if (auto* there = std::get_if<Number>(&place.v)) *there = n;
    else place.v.emplace<Number>(n);
  }

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
  bool in_small_ = false;  // a loop that does little each time is under way, with what is inside
  bool left_ = false;      // an assignment was left to the evaluator
};

}  // namespace qc::host
