/// Values of a graph as polynomials: the terms of sums, the factors of products, and which values are equal.
#pragma once

#include "codegen/passes/replacements.hpp"
#include "framework/base/number.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace chemora::passes {

/// Fingerprint of a polynomial: equal polynomials have equal keys, independent of the order in which they were written.
/// The key is the polynomial with rational coefficients, evaluated modulo the prime 2^61 - 1 at two points. The values
/// of its variables at these points are fixed random numbers. Two different polynomials of degree d have the same key
/// with a probability of (d / 2^61)^2 (Schwartz 1980, Zippel 1979). The probability is below 1e-25 for any two values
/// of a kernel with 10^4 values.
struct TermKey {
  std::uint64_t first = 0, second = 0;

  bool operator==(TermKey const&) const = default;
};

TermKey key_of_number(base::Number const& number); ///< `number` must be finite
TermKey key_of_variable(std::size_t index);

TermKey operator+(TermKey const& a, TermKey const& b);
TermKey operator-(TermKey const& a);
TermKey operator*(TermKey const& a, TermKey const& b);

/// The hash function of keys in unordered containers.
struct HashOfTermKey {
  std::size_t operator()(TermKey const& key) const { return key.first; }
};

/// The term factor * x, or factor * x * y.
struct Term {
  base::Number factor;
  ir::ValueId x = -1;
  ir::ValueId y = -1; ///< second value; -1 if the term has only one

  bool has_one_value() const { return y < 0; }
};

/// The product number * values[0]^powers[0] * values[1]^powers[1] * ...
struct Factors {
  base::Number number = base::integer(1);
  int n_numbers = 0;               ///< number of immediates that were multiplied into `number`
  int n_factors = 0;               ///< sum of the powers of all other factors
  std::vector<ir::ValueId> values; ///< values in the order of the graph's operands
  std::unordered_map<ir::ValueId, int> powers;
};

/// The sums within a sum, or the products within a product, that are expanded.
enum class Expansion {
  unshared, ///< only those that no other value uses
  all       ///< all, including those that other values use and sums that are multiplied by a number
};

/// The polynomials of a graph's values, which are added in the order of the values. A product has a rational
/// coefficient and a monomial. A sum that is a factor is a variable of the polynomial, and so is any other operation.
class Polynomials {
public:
  explicit Polynomials(Replacements const& replacements);

  /// Adds the polynomial of the next value.
  void add();
  /// Updates the polynomial of the newest value after a replacement of this value was accepted.
  void update();
  /// Makes the newest value available to `find`.
  void publish();

  /// Returns the first published live value of this type with this key, or -1.
  ir::ValueId find(TermKey const& key, ir::Type type) const;

  TermKey const& key(ir::ValueId id) const { return forms_[id].as_addend; }
  /// The coefficient of the term's values, without the term's own factor.
  base::Number coefficient(Term const& term) const;
  TermKey monomial(Term const& term) const;

  bool is_sum(ir::ValueId id) const;
  bool is_product(ir::ValueId id) const;
  bool is_negation(ir::ValueId id) const;
  /// Whether the only user of the value is a sum (is_inner_addend) or a product (is_inner_factor).
  bool is_inner_addend(ir::ValueId id) const { return is_inner_addend_[id]; }
  bool is_inner_factor(ir::ValueId id) const { return is_inner_factor_[id]; }

  /// Returns the terms in the order of the graph's operands. Shared sums are not expanded if there are many terms
  /// already.
  std::vector<Term> terms(ir::ValueId sum, Expansion expansion) const;
  Factors factors(ir::ValueId product, Expansion expansion) const;
  /// Returns whether a sum expands this term into several terms.
  bool is_expanded(Term const& term, Expansion expansion) const;

private:
  struct Form {
    base::Number coefficient; ///< rational factor of a product
    TermKey monomial;         ///< key of the product without its coefficient
    TermKey as_factor;        ///< key of the value as a factor, with its coefficient
    TermKey as_addend;        ///< key of the value as an addend; for a sum, the sum of the keys of its terms
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
  std::unordered_map<TermKey, ir::ValueId, HashOfTermKey> first_; ///< the first published value with each key
};

} // namespace chemora::passes
