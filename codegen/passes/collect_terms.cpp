/// The pass that collects like terms of sums where this saves operations.
#include "codegen/passes/passes.hpp"
#include "codegen/passes/polynomials.hpp"
#include "codegen/passes/replacements.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace chemora::passes {

namespace {

using base::Number;
using ir::Op;
using ir::ValueId;

/// Terms of a sum that differ only in their numerical factors.
struct Group {
  TermKey monomial;
  Number coefficient;
  Term first;
  int n_terms = 0;
};

/// The terms of a sum after like terms have been collected.
struct CollectedTerms {
  std::vector<Group> groups; ///< groups in the order of their first terms
  Number constant = base::integer(0);
  int n_constants = 0;

  bool differs_from(std::vector<Term> const& terms) const {
    bool const constants_cancel = n_constants > 0 && constant.value == 0;
    return groups.size() + (n_constants > 0) < terms.size() || constants_cancel;
  }
};

/// Traverses the values once and finds replacements.
class Sweep {
public:
  explicit Sweep(ir::Graph const& graph) : replacements_(graph), polynomials_(replacements_) {
    for (std::size_t id = 0; id < graph.values.size(); ++id) {
      polynomials_.add();
      bool const is_live = replacements_.n_uses(static_cast<ValueId>(id)) > 0;
      if (is_live && is_real(graph.values[id].type)) replace(static_cast<ValueId>(id));
    }
  }

  Replacements const& replacements() const { return replacements_; }

private:
  void replace(ValueId id) {
    bool const is_sum = polynomials_.is_sum(id), is_product = polynomials_.is_product(id);
    if ((is_sum || is_product || polynomials_.is_negation(id)) && replace_by_equal(id)) return;
    if (is_sum && !polynomials_.is_inner_addend(id)) replace_sum(id);
    if (is_product && !polynomials_.is_inner_factor(id)) replace_product(id);
    polynomials_.publish();
  }

  void accept(ValueId id, Draft const& draft) {
    replacements_.accept(id, draft);
    polynomials_.update();
  }

  Draft new_draft(ValueId id) const { return {replacements_.graph(), replacements_.varies(), type(id)}; }
  ir::Type type(ValueId id) const { return value(id).type; }
  ir::Value const& value(ValueId id) const { return replacements_.graph().values[id]; }
  bool varies(ValueId id) const { return replacements_.varies()[id]; }

  /// Replaces `id` by zero, by an equal value, or by the negation of a value that is equal except for its sign.
  bool replace_by_equal(ValueId id) {
    TermKey const& key = polynomials_.key(id);
    Draft draft = new_draft(id);
    if (key == TermKey{}) {
      draft.finish(draft.number(base::integer(0)));
    } else if (ValueId const same = polynomials_.find(key, type(id)); same >= 0) {
      draft.finish(same);
    } else {
      ValueId const opposite = polynomials_.find(-key, type(id));
      // canonicalise() turns the negation of a difference into the difference with exchanged operands.
      if (opposite < 0 || value(opposite).op == Op::subtract) return false;
      draft.finish(draft.apply(Op::negate, {opposite}));
    }
    if (replacements_.gain(id, draft) <= 0) return false;
    accept(id, draft);
    return true;
  }

  /// The draft with the greatest gain among those that were offered.
  struct Best {
    std::optional<Draft> draft;
    long long gain = 0;
  };

  void consider(ValueId id, std::optional<Draft> draft, Best& best) {
    if (!draft || !draft->is_valid()) return;
    long long const gain = replacements_.gain(id, *draft);
    if (gain > best.gain) best = {std::move(draft), gain};
  }

  void replace_sum(ValueId id) {
    Best best;
    std::vector<Term> const terms = polynomials_.terms(id, Expansion::unshared);
    consider(id, sum_of(id, terms), best);
    auto const is_expandable = [&](Term const& term) { return polynomials_.is_expanded(term, Expansion::all); };
    if (std::any_of(terms.begin(), terms.end(), is_expandable))
      consider(id, sum_of(id, polynomials_.terms(id, Expansion::all)), best);
    if (best.draft) accept(id, *best.draft);
  }

  void replace_product(ValueId id) {
    Best best;
    for (Expansion expansion : {Expansion::unshared, Expansion::all})
      consider(id, product_of(id, polynomials_.factors(id, expansion)), best);
    if (best.draft) accept(id, *best.draft);
  }

  /// Returns nothing if the sum has no like terms.
  std::optional<Draft> sum_of(ValueId id, std::vector<Term> const& terms) const {
    CollectedTerms collected;
    std::unordered_map<TermKey, std::size_t, HashOfTermKey> group_of;
    for (Term const& term : terms) {
      Number const coefficient = term.factor * polynomials_.coefficient(term);
      if (!is_representable(type(id), coefficient)) return std::nullopt;
      TermKey const monomial = polynomials_.monomial(term);
      if (monomial == key_of_number(base::integer(1))) {
        collected.constant = collected.constant + coefficient;
        ++collected.n_constants;
        continue;
      }
      auto const [entry, is_new] = group_of.emplace(monomial, collected.groups.size());
      if (is_new) collected.groups.push_back({monomial, base::integer(0), term});
      Group& group = collected.groups[entry->second];
      group.coefficient = group.coefficient + coefficient;
      ++group.n_terms;
    }
    return collected.differs_from(terms) ? std::optional(sum_of(id, collected)) : std::nullopt;
  }

  /// Terms that do not vary over the grid are added separately, so that the kernel computes their sum outside the
  /// loops.
  Draft sum_of(ValueId id, CollectedTerms const& collected) const {
    Draft draft = new_draft(id);
    std::optional<ValueId> varying, constant;
    for (Group const& group : collected.groups) {
      if (group.coefficient.value == 0) continue;
      Term const term = group.n_terms == 1 ? group.first : whole_term(id, group);
      ValueId const x = term.has_one_value() ? term.x : draft.apply(Op::multiply, {term.x, term.y});
      draft.accumulate(draft.varies(x) ? varying : constant, term.factor, x);
    }
    if (Number const& number = collected.constant; number.value != 0) {
      std::optional<ValueId>& sum = constant ? constant : varying;
      bool const is_subtracted = sum && number.value < 0;
      draft.accumulate(sum, base::integer(is_subtracted ? -1 : 1), draft.number(is_subtracted ? -number : number));
    }
    if (varying && constant) varying = draft.apply(Op::add, {*varying, *constant});
    std::optional<ValueId> const result = varying ? varying : constant;
    draft.finish(result ? *result : draft.number(base::integer(0)));
    return draft;
  }

  /// Returns one term that equals the group: an existing value, a multiple of the monomial, or a multiple of the first
  /// term.
  Term whole_term(ValueId id, Group const& group) const {
    Number const& coefficient = group.coefficient;
    Number const one = base::integer(1);
    TermKey const whole = key_of_number(coefficient) * group.monomial;
    if (ValueId const x = polynomials_.find(whole, type(id)); x >= 0) return {one, x};
    if (ValueId const x = polynomials_.find(-whole, type(id)); x >= 0) return {-one, x};
    if (ValueId const x = polynomials_.find(group.monomial, type(id)); x >= 0) return {coefficient, x};
    if (ValueId const x = polynomials_.find(-group.monomial, type(id)); x >= 0) return {-coefficient, x};
    return {coefficient / polynomials_.coefficient(group.first), group.first.x, group.first.y};
  }

  /// Returns nothing unless two factors that do not vary over the grid can be multiplied, or a power needs fewer
  /// products.
  std::optional<Draft> product_of(ValueId id, Factors const& factors) const {
    auto const n_varying =
        std::count_if(factors.values.begin(), factors.values.end(), [&](ValueId x) { return varies(x); });
    auto const n_constant = static_cast<std::ptrdiff_t>(factors.values.size()) - n_varying + factors.n_numbers;
    bool const has_high_power = static_cast<int>(factors.values.size()) + 2 <= factors.n_factors;
    if (n_constant < 2 && !has_high_power) return std::nullopt;

    Draft draft = new_draft(id);
    std::optional<ValueId> const varying = product_of(factors, true, draft);
    std::optional<ValueId> constant = product_of(factors, false, draft);
    bool const is_negative = factors.number.is(-1);
    if (!factors.number.is(1) && !is_negative) {
      ValueId const number = draft.number(factors.number);
      constant = constant ? draft.apply(Op::multiply, {number, *constant}) : number;
    }
    if (!varying && !constant) return std::nullopt; // fold_constants() evaluates products of immediates
    ValueId const result = varying && constant ? draft.apply(Op::multiply, {*varying, *constant})
                                               : varying.value_or(constant.value_or(-1));
    draft.finish(is_negative ? draft.apply(Op::negate, {result}) : result);
    return draft;
  }

  /// Returns the product of the factors that vary over the grid, or of the factors that do not, as `varying` selects.
  /// Factors with equal powers are multiplied first.
  std::optional<ValueId> product_of(Factors const& factors, bool varying, Draft& draft) const {
    std::map<int, ValueId> bases;
    for (ValueId factor : factors.values) {
      if (varies(factor) != varying) continue;
      auto const [base, is_new] = bases.emplace(factors.powers.at(factor), factor);
      if (!is_new) base->second = draft.apply(Op::multiply, {base->second, factor});
    }
    std::optional<ValueId> product;
    for (auto const& [power, base] : bases) {
      ValueId const factor = draft.power(base, power);
      product = product ? draft.apply(Op::multiply, {*product, factor}) : factor;
    }
    return product;
  }

  Replacements replacements_;
  Polynomials polynomials_;
};

} // namespace

// Sweeps are repeated until a sweep finds no replacement. Each sweep reduces the cost of the graph, so the loop ends.
ir::Graph collect_terms(ir::Graph const& graph) {
  ir::Graph current = eliminate_dead_values(graph);
  for (;;) {
    Sweep const sweep(current);
    if (sweep.replacements().is_empty()) return current;
    current = sweep.replacements().rebuilt();
  }
}

} // namespace chemora::passes
