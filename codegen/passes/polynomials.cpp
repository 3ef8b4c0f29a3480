#include "codegen/passes/polynomials.hpp"

#include <cmath>

namespace chemora::passes {

using base::Number;
using ir::Op;
using ir::Value;
using ir::ValueId;

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int n_bits = 61;
constexpr std::uint64_t prime = (std::uint64_t{1} << n_bits) - 1;

/// Returns the number modulo 2^61 - 1: the bits above the lowest 61 are added to the lowest 61 bits.
std::uint64_t reduced(Wide number) {
  auto const folded = static_cast<std::uint64_t>(number & prime) + static_cast<std::uint64_t>(number >> n_bits);
  return folded >= prime ? folded - prime : folded;
}
std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} + b); }
std::uint64_t product(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} * b); }
std::uint64_t negative(std::uint64_t a) { return a == 0 ? 0 : prime - a; }

/// Returns the inverse a^(prime - 2), by Fermat's little theorem.
std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent != 0; exponent >>= 1) {
    if (exponent % 2 != 0) result = product(result, a);
    a = product(a, a);
  }
  return result;
}

std::uint64_t residue(std::int64_t number) {
  auto const size = static_cast<std::uint64_t>(number < 0 ? -number : number) % prime;
  return number < 0 ? negative(size) : size;
}

/// Returns the residue of significand * 2^exponent, in which 2^61 is 1.
std::uint64_t residue_of_double(double number) {
  int exponent = 0;
  auto const significand = static_cast<std::int64_t>(std::ldexp(std::frexp(number, &exponent), 53));
  int const power = ((exponent - 53) % n_bits + n_bits) % n_bits;
  return product(residue(significand), std::uint64_t{1} << power);
}

/// Returns a random residue by the algorithm of Steele, Lea and Flood 2014 (splitmix64).
std::uint64_t random_residue(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) % prime;
}

} // namespace

TermKey key_of_number(base::Number const& number) {
  std::uint64_t value = 0;
  if (!number.is_exact())
    value = residue_of_double(number.value);
  else if (number.is_integer())
    value = residue(number.numerator);
  else
    value = product(residue(number.numerator), inverse(residue(number.denominator)));
  return {value, value};
}

TermKey key_of_variable(std::size_t index) { return {random_residue(2 * index), random_residue(2 * index + 1)}; }

TermKey operator+(TermKey const& a, TermKey const& b) { return {sum_of(a.first, b.first), sum_of(a.second, b.second)}; }
TermKey operator-(TermKey const& a) { return {negative(a.first), negative(a.second)}; }
TermKey operator*(TermKey const& a, TermKey const& b) {
  return {product(a.first, b.first), product(a.second, b.second)};
}

Polynomials::Polynomials(Replacements const& replacements)
    : replacements_(replacements), is_inner_addend_(replacements.graph().values.size()),
      is_inner_factor_(replacements.graph().values.size()) {
  find_inner_values();
}

void Polynomials::find_inner_values() {
  auto const& values = replacements_.graph().values;
  for (std::size_t id = values.size(); id-- > 0;) {
    Op const op = values[id].op;
    for (std::size_t n = 0; n < values[id].operands.size(); ++n) {
      ValueId const used = values[id].operands[n];
      if (replacements_.n_uses(used) != 1) continue;
      bool const adds = op == Op::add || op == Op::subtract || (op == Op::fma && n == 2);
      is_inner_addend_[used] = adds || (op == Op::negate && is_inner_addend_[id]);
      is_inner_factor_[used] = op == Op::multiply || (op == Op::negate && is_inner_factor_[id]);
    }
  }
}

Value const& Polynomials::value(ValueId id) const { return replacements_.graph().values[id]; }

ValueId Polynomials::operand(ValueId id, std::size_t n) const { return replacements_.same_as(value(id).operands[n]); }

Polynomials::Form const& Polynomials::form_of_operand(ValueId id, std::size_t n) const {
  return forms_[operand(id, n)];
}

void Polynomials::add() { forms_.push_back(form(static_cast<ValueId>(forms_.size()))); }

void Polynomials::update() {
  auto const id = static_cast<ValueId>(forms_.size()) - 1;
  if (ValueId const same = replacements_.same_as(id); same != id) {
    forms_.back() = forms_[same];
    return;
  }
  TermKey const variable = key_of_variable(static_cast<std::size_t>(id)), as_addend = forms_.back().as_addend;
  forms_.back() = {base::integer(1), variable, variable, as_addend};
}

void Polynomials::publish() {
  auto const id = static_cast<ValueId>(forms_.size()) - 1;
  ValueId& first = first_.emplace(key(id), id).first->second;
  if (replacements_.n_uses(first) == 0) first = id;
}

ValueId Polynomials::find(TermKey const& key, ir::Type type) const {
  auto const found = first_.find(key);
  if (found == first_.end()) return -1;
  return replacements_.n_uses(found->second) > 0 && value(found->second).type == type ? found->second : -1;
}

Polynomials::Form Polynomials::form(ValueId id) const {
  Number const one = base::integer(1);
  TermKey const variable = key_of_variable(static_cast<std::size_t>(id));
  Form const of_variable{one, variable, variable, variable};
  Value const& value = this->value(id);
  if (!is_real(value.type)) return of_variable;
  switch (value.op) {
  case Op::immediate: {
    if (!is_real_number(id)) return of_variable;
    Number const number = base::recovered_fraction(value.number, value.type == ir::Type::real32 ? 24 : 53);
    TermKey const key = key_of_number(number);
    return {number, key_of_number(one), key, key};
  }
  case Op::negate: {
    Form const& x = form_of_operand(id, 0);
    return {-x.coefficient, x.monomial, -x.as_factor, -x.as_addend};
  }
  case Op::multiply: {
    Form const &x = form_of_operand(id, 0), &y = form_of_operand(id, 1);
    Number const coefficient = x.coefficient * y.coefficient;
    if (!is_representable(value.type, coefficient)) return of_variable;
    TermKey const key = x.as_factor * y.as_factor;
    return {coefficient, x.monomial * y.monomial, key, key};
  }
  case Op::add:
    return {one, variable, variable, form_of_operand(id, 0).as_addend + form_of_operand(id, 1).as_addend};
  case Op::subtract:
    return {one, variable, variable, form_of_operand(id, 0).as_addend + -form_of_operand(id, 1).as_addend};
  case Op::fma: {
    TermKey const product = form_of_operand(id, 0).as_factor * form_of_operand(id, 1).as_factor;
    return {one, variable, variable, product + form_of_operand(id, 2).as_addend};
  }
  default:
    return of_variable;
  }
}

Number Polynomials::coefficient(Term const& term) const {
  Number const& x = forms_[term.x].coefficient;
  return term.has_one_value() ? x : x * forms_[term.y].coefficient;
}

TermKey Polynomials::monomial(Term const& term) const {
  TermKey const& x = forms_[term.x].monomial;
  return term.has_one_value() ? x : x * forms_[term.y].monomial;
}

bool Polynomials::is_sum(ValueId id) const {
  Op const op = value(id).op;
  return (op == Op::add || op == Op::subtract || op == Op::fma) && is_real(value(id).type) &&
         !replacements_.has_draft(id);
}

bool Polynomials::is_product(ValueId id) const {
  return value(id).op == Op::multiply && is_real(value(id).type) && !replacements_.has_draft(id);
}

bool Polynomials::is_negation(ValueId id) const {
  return value(id).op == Op::negate && is_real(value(id).type) && !replacements_.has_draft(id);
}

bool Polynomials::is_real_number(ValueId id) const {
  return value(id).op == Op::immediate && is_real(value(id).type) && std::isfinite(value(id).number);
}

bool Polynomials::is_multiple_of_sum(ValueId id) const {
  if (!is_product(id)) return false;
  ValueId const x = operand(id, 0), y = operand(id, 1);
  return (is_real_number(x) && is_sum(y)) || (is_real_number(y) && is_sum(x));
}

bool Polynomials::is_expanded(Term const& term, Expansion expansion) const {
  if (!term.has_one_value()) return false;
  if (is_negation(term.x)) return true;
  if (is_sum(term.x) && is_inner_addend(term.x) && replacements_.n_uses(term.x) == 1) return true;
  return expansion == Expansion::all && (is_sum(term.x) || is_multiple_of_sum(term.x));
}

/// Pushes the terms of which a term consists onto the stack, so that the first one is popped first.
void Polynomials::expand(Term const& term, std::vector<Term>& stack) const {
  ValueId const x = operand(term.x, 0);
  switch (value(term.x).op) {
  case Op::negate:
    stack.push_back({-term.factor, x});
    break;
  case Op::add:
  case Op::subtract:
    stack.push_back({value(term.x).op == Op::add ? term.factor : -term.factor, operand(term.x, 1)});
    stack.push_back({term.factor, x});
    break;
  case Op::fma:
    stack.push_back({term.factor, operand(term.x, 2)});
    expand_product(term.factor, x, operand(term.x, 1), stack);
    break;
  default: // a number times a sum
    expand_product(term.factor, x, operand(term.x, 1), stack);
  }
}

void Polynomials::expand_product(Number const& factor, ValueId x, ValueId y, std::vector<Term>& stack) const {
  if (is_real_number(x))
    stack.push_back({factor * forms_[x].coefficient, y});
  else if (is_real_number(y))
    stack.push_back({factor * forms_[y].coefficient, x});
  else
    stack.push_back({factor, x, y});
}

std::vector<Term> Polynomials::terms(ValueId sum, Expansion expansion) const {
  constexpr std::size_t many_terms = 64;
  std::vector<Term> terms, left;
  expand({base::integer(1), sum}, left);
  while (!left.empty()) {
    Term const term = left.back();
    left.pop_back();
    bool const has_many = terms.size() + left.size() > many_terms;
    if (is_expanded(term, has_many ? Expansion::unshared : expansion))
      expand(term, left);
    else
      terms.push_back(term);
  }
  return terms;
}

Factors Polynomials::factors(ValueId product, Expansion expansion) const {
  constexpr std::size_t many_factors = 64;
  Factors factors;
  std::vector<ValueId> left{operand(product, 1), operand(product, 0)};
  while (!left.empty()) {
    ValueId const id = left.back();
    left.pop_back();
    bool const has_many = factors.values.size() + left.size() > many_factors;
    bool const is_unshared = is_inner_factor(id) && replacements_.n_uses(id) == 1;
    if (is_negation(id)) {
      factors.number = -factors.number;
      left.push_back(operand(id, 0));
    } else if (is_product(id) && (is_unshared || (expansion == Expansion::all && !has_many))) {
      left.insert(left.end(), {operand(id, 1), operand(id, 0)});
    } else if (is_real_number(id)) {
      factors.number = factors.number * forms_[id].coefficient;
      ++factors.n_numbers;
    } else {
      ++factors.n_factors;
      if (++factors.powers[id] == 1) factors.values.push_back(id);
    }
  }
  return factors;
}

} // namespace chemora::passes
