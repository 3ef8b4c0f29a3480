// Reads the values of a graph as polynomials: terms of sums, factors of products, and values that are equal.
#pragma once

#include "codegen/passes/replacements.hpp"
#include "codegen/passes/term_key.hpp"

#include <unordered_map>
#include <vector>

namespace chemora::passes {

/// factor * x, or factor * x * y.
struct Term {
  base::Number factor;
  ir::ValueId x = -1;
  ir::ValueId y = -1; ///< -1 if there is none

  bool has_one_value() const { return y < 0; }
};

/// number * product of values[n]^powers[n].
struct Factors {
  base::Number number = base::integer(1);
  int n_numbers = 0;               ///< that were multiplied to `number`
  int n_factors = 0;               ///< all others, counted with their powers
  std::vector<ir::ValueId> values; ///< in the order of the graph's operands
  std::unordered_map<ir::ValueId, int> powers;
};

/// Which sums within a sum, or products within a product, are opened.
enum class Opening {
  unshared, ///< those that nothing else uses
  all       ///< also those that other values use, and sums that a number multiplies
};

/// Values are added in their order. A product has a rational coefficient and a monomial; a sum that is a factor, like
/// any other operation, is a variable of the polynomial.
class Polynomials {
public:
  explicit Polynomials(Replacements const& replacements);

  /// Reads the next value. The polynomials of its operands are known.
  void add();
  /// After a replacement of the newest value was accepted.
  void update();
  /// Makes the newest value one that `find` finds.
  void publish();

  /// The first published value of this type with this key that is not dead, or -1.
  ir::ValueId find(TermKey const& key, ir::Type type) const;

  TermKey const& key(ir::ValueId id) const { return forms_[static_cast<std::size_t>(id)].as_addend; }
  base::Number coefficient(Term const& term) const; ///< without the term's factor
  TermKey monomial(Term const& term) const;

  bool is_sum(ir::ValueId id) const;
  bool is_product(ir::ValueId id) const;
  bool is_negation(ir::ValueId id) const;
  /// Whether the only user is a sum, or a product, of which the value is a part.
  bool is_inner_addend(ir::ValueId id) const { return is_inner_addend_[static_cast<std::size_t>(id)]; }
  bool is_inner_factor(ir::ValueId id) const { return is_inner_factor_[static_cast<std::size_t>(id)]; }

  /// Terms in the order of the graph's operands. Shared sums stay closed where there are many terms already.
  std::vector<Term> terms(ir::ValueId sum, Opening opening) const;
  Factors factors(ir::ValueId product, Opening opening) const;
  /// Whether a sum opens this term.
  bool is_opened(Term const& term, Opening opening) const;

private:
  struct Form {
    base::Number coefficient; ///< rational factor of a product
    TermKey monomial;         ///< without the coefficient
    TermKey as_factor;        ///< with the coefficient
    TermKey as_addend;        ///< of a sum: the sum of its terms
  };

  Form form(ir::ValueId id) const;
  Form const& form_of_operand(ir::ValueId id, std::size_t n) const;
  ir::Value const& value(ir::ValueId id) const;
  ir::ValueId operand(ir::ValueId id, std::size_t n) const;
  bool is_real_number(ir::ValueId id) const;
  bool is_multiple_of_sum(ir::ValueId id) const;
  void find_inner_values();
  void open(Term const& term, std::vector<Term>& stack) const;
  void open_product(base::Number const& factor, ir::ValueId x, ir::ValueId y, std::vector<Term>& stack) const;

  Replacements const& replacements_;
  std::vector<bool> is_inner_addend_, is_inner_factor_;
  std::vector<Form> forms_;
  std::unordered_map<TermKey, ir::ValueId, HashOfTermKey> first_; ///< published values
};

} // namespace chemora::passes
