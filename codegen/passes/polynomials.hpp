/// Values of a graph as polynomials: the terms of sums, the factors of products, and which values are equal.
#pragma once

#include "codegen/passes/replacements.hpp"
#include "framework/base/number.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace chemora::passes {

/// Fingerprint of a polynomial: equal polynomials have equal keys, in whatever order they were written. The key is the
/// polynomial with rational coefficients, evaluated modulo the prime 2^61 - 1 with fixed random numbers for its
/// variables, at two points. Two different polynomials of degree d have the same key with a probability of
/// (d / 2^61)^2 (Schwartz 1980, Zippel 1979): below 1e-25 for any two values of a kernel with 10^4 values.
struct TermKey {
  std::uint64_t first = 0, second = 0;

  bool operator==(TermKey const&) const = default;
};

TermKey key_of_number(base::Number const& number); ///< `number` must be finite
TermKey key_of_variable(std::size_t index);

TermKey operator+(TermKey const& a, TermKey const& b);
TermKey operator-(TermKey const& a);
TermKey operator*(TermKey const& a, TermKey const& b);

/// For unordered containers.
struct HashOfTermKey {
  std::size_t operator()(TermKey const& key) const { return key.first; }
};

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
  int n_numbers = 0;               ///< immediates that were multiplied into `number`
  int n_factors = 0;               ///< other factors, counted with their powers
  std::vector<ir::ValueId> values; ///< in the order of the graph's operands
  std::unordered_map<ir::ValueId, int> powers;
};

/// Selects the sums within a sum, or products within a product, that are expanded.
enum class Expansion {
  unshared, ///< those without another user
  all       ///< also those that other values use, and sums multiplied by a number
};

/// The polynomials of a graph's values, which are added in their order. A product has a rational coefficient and a
/// monomial; a sum that is a factor, like any other operation, is a variable of the polynomial.
class Polynomials {
public:
  explicit Polynomials(Replacements const& replacements);

  /// Adds the polynomial of the next value.
  void add();
  /// Updates the polynomial of the newest value after a replacement of it was accepted.
  void update();
  /// Makes the newest value available to `find`.
  void publish();

  /// The first published live value of this type with this key, or -1.
  ir::ValueId find(TermKey const& key, ir::Type type) const;

  TermKey const& key(ir::ValueId id) const { return forms_[id].as_addend; }
  base::Number coefficient(Term const& term) const; ///< without the term's factor
  TermKey monomial(Term const& term) const;

  bool is_sum(ir::ValueId id) const;
  bool is_product(ir::ValueId id) const;
  bool is_negation(ir::ValueId id) const;
  /// Whether the only user of the value is a sum (is_inner_addend) or a product (is_inner_factor).
  bool is_inner_addend(ir::ValueId id) const { return is_inner_addend_[id]; }
  bool is_inner_factor(ir::ValueId id) const { return is_inner_factor_[id]; }

  /// Terms in the order of the graph's operands. Shared sums are not expanded if there are many terms already.
  std::vector<Term> terms(ir::ValueId sum, Expansion expansion) const;
  Factors factors(ir::ValueId product, Expansion expansion) const;
  /// Whether a sum expands this term.
  bool is_expanded(Term const& term, Expansion expansion) const;

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
  void expand(Term const& term, std::vector<Term>& stack) const;
  void expand_product(base::Number const& factor, ir::ValueId x, ir::ValueId y, std::vector<Term>& stack) const;

  Replacements const& replacements_;
  std::vector<bool> is_inner_addend_, is_inner_factor_;
  std::vector<Form> forms_;
  std::unordered_map<TermKey, ir::ValueId, HashOfTermKey> first_; ///< published values
};

} // namespace chemora::passes
