#include "testsuites/support/random_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

namespace chemora::testing_support {

namespace {

/// Values of the variables of the enclosing patterns.
using Environment = std::vector<double>;
using Numbers = std::vector<double>;

/// An expression of the language and a function that computes its value.
template <typename Value>
struct Expression {
  std::string text{};
  std::function<Value(Environment&)> value{};
};
using Scalar = Expression<double>;
using Array = Expression<Numbers>;

double wrapped(double integer) {
  return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(integer))));
}

class Generator {
public:
  explicit Generator(RandomPatternOptions const& options) : options_(options), random_(options.seed) {
    sizes_ = {{"n", options.n}, {"rows", options.rows}, {"columns", options.columns}};
    for (long k = 0; k < options.n; ++k) reals_.push_back(eighth());
    for (long k = 0; k < options.n; ++k) integers_.push_back(pick(10));
    for (long k = 0; k < options.rows * options.columns; ++k) matrix_.push_back(eighth());
  }

  RandomPattern program() {
    RandomPattern result{.text = "input real v[n]\ninput int k[n]\ninput real m[rows, columns]\n"
                                 "function larger(real a, real b) = if a < b then b else a\n"};
    result.inputs.arrays["v"] = {{options_.n}, reals_};
    result.inputs.arrays["k"] = {{options_.n}, integers_};
    result.inputs.arrays["m"] = {{options_.rows, options_.columns}, matrix_};
    if (options_.has_effects) return with_effects(std::move(result));
    bool const is_array = pick(4) > 0;
    Array const array = is_array ? map_of(options_.max_depth) : array_of(reduction(options_.max_depth));
    result.text += "output result = " + array.text;
    Environment environment;
    result.result.numbers = array.value(environment);
    if (is_array) result.result.extents = {static_cast<long>(result.result.numbers.size())};
    return result;
  }

private:
  RandomPattern with_effects(RandomPattern result) {
    Array const array = map_of(options_.max_depth - 1);
    Variable const i = declare(false);
    Scalar const number = scalar(options_.max_depth - 2);
    remove_variable();
    auto const shift = static_cast<std::size_t>(pick(3));
    result.text += fmt::format(
        "var w = {0}\nforeach ({1} < size(w)) {{ w[{2}] = {3} + 2 * w[{1}] }}\noutput result = w\n", array.text, i.name,
        shift == 0 ? i.name : fmt::format("mod({} + {}, size(w))", i.name, shift), number.text);
    Environment environment;
    Numbers const old = array.value(environment);
    result.result = {{static_cast<long>(old.size())}, old};
    for (std::size_t k = 0; k < old.size(); ++k) {
      slot(environment, i) = static_cast<double>(k);
      result.result.numbers[(k + shift) % old.size()] = number.value(environment) + 2 * old[k];
    }
    return result;
  }

  static Array array_of(Scalar const& scalar) {
    return {scalar.text, [scalar](Environment& e) { return Numbers{scalar.value(e)}; }};
  }

  long pick(long n) { return static_cast<long>(random_() % static_cast<std::uint64_t>(n)); }
  double eighth() { return static_cast<double>(pick(129) - 64) / 8; }
  template <typename Item>
  Item const& one_of(std::vector<Item> const& items) {
    return items[static_cast<std::size_t>(pick(static_cast<long>(items.size())))];
  }

  // Variables. The text and value of a body are made while its variable is declared.
  struct Variable {
    std::string name{};
    bool is_real = false;
    std::size_t slot = 0;
  };

  Variable declare(bool is_real) {
    Variable variable{fmt::format("x{}", n_names_++), is_real, variables_.size()};
    variables_.push_back(variable);
    return variable;
  }
  void remove_variable() { variables_.pop_back(); }

  static double& slot(Environment& environment, Variable const& variable) {
    if (environment.size() <= variable.slot) environment.resize(variable.slot + 1);
    return environment[variable.slot];
  }

  /// Returns an integer that does not depend on patterns: a variable plus a number, or a number.
  Scalar index() {
    std::vector<Variable> integers;
    for (Variable const& item : variables_)
      if (!item.is_real) integers.push_back(item);
    long const number = pick(5);
    if (integers.empty() || pick(6) == 0)
      return {fmt::format("{}", number), [number](Environment&) { return static_cast<double>(number); }};
    Variable const variable = one_of(integers);
    return {fmt::format("({} + {})", variable.name, number),
            [variable, number](Environment& e) { return slot(e, variable) + static_cast<double>(number); }};
  }

  // Numbers.

  /// Returns a real that is a number, a variable or an element.
  Scalar leaf() {
    std::vector<Variable> reals;
    for (Variable const& item : variables_)
      if (item.is_real) reals.push_back(item);
    if (!reals.empty() && pick(2) == 0) {
      Variable const variable = one_of(reals);
      return {variable.name, [variable](Environment& e) { return slot(e, variable); }};
    }
    if (pick(6) == 0) {
      double const number = eighth();
      return {fmt::format("({:.3f})", number), [number](Environment&) { return number; }};
    }
    return pick(2) == 0 ? element_of_vector() : element_of_matrix();
  }

  Scalar element_of_vector() {
    Scalar const at = index();
    bool const is_real = pick(2) == 0;
    Numbers const& values = is_real ? reals_ : integers_;
    return {fmt::format("(if n > 0 then {}[mod({}, n)] else 0.5)", is_real ? "v" : "k", at.text),
            [&values, at](Environment& e) {
              if (values.empty()) return 0.5;
              return values[static_cast<std::size_t>(at.value(e)) % values.size()];
            }};
  }

  Scalar element_of_matrix() {
    Scalar const i = index(), j = index();
    auto const rows = static_cast<std::size_t>(options_.rows), columns = static_cast<std::size_t>(options_.columns);
    return {fmt::format("(if rows > 0 and columns > 0 then m[mod({}, rows), mod({}, columns)] else 0)", i.text, j.text),
            [this, i, j, rows, columns](Environment& e) {
              if (matrix_.empty()) return 0.0;
              return matrix_[static_cast<std::size_t>(i.value(e)) % rows * columns +
                             static_cast<std::size_t>(j.value(e)) % columns];
            }};
  }

  Scalar scalar(int depth) {
    switch (pick(depth > 0 ? 8 : 3)) {
    case 0:
      return leaf();
    case 1: {
      Scalar const a = leaf(), b = leaf();
      return {fmt::format("{} * {}", a.text, b.text), [a, b](Environment& e) { return a.value(e) * b.value(e); }};
    }
    case 2: {
      Scalar const at = index();
      return {fmt::format("real({})", at.text), at.value};
    }
    case 3: {
      Scalar const a = scalar(depth - 1), b = scalar(depth);
      return {fmt::format("({} - {})", a.text, b.text), [a, b](Environment& e) { return a.value(e) - b.value(e); }};
    }
    case 4: {
      Scalar const a = condition(), b = scalar(depth - 1), c = scalar(depth - 1);
      return {fmt::format("(if {} then {} else {})", a.text, b.text, c.text),
              [a, b, c](Environment& e) { return a.value(e) != 0 ? b.value(e) : c.value(e); }};
    }
    default:
      return reduction(depth);
    }
  }

  Scalar condition() {
    Scalar const a = leaf(), b = leaf();
    if (pick(3) > 0)
      return {fmt::format("{} < {}", a.text, b.text),
              [a, b](Environment& e) { return a.value(e) < b.value(e) ? 1.0 : 0.0; }};
    Scalar const i = index();
    return {fmt::format("(mod({}, 2) == 0 or not ({} <= {}))", i.text, a.text, b.text), [a, b, i](Environment& e) {
              return std::fmod(i.value(e), 2) == 0 || !(a.value(e) <= b.value(e)) ? 1.0 : 0.0;
            }};
  }

  // Patterns.

  static Numbers numbers_below(long n) {
    Numbers numbers(static_cast<std::size_t>(n));
    std::iota(numbers.begin(), numbers.end(), 0.0);
    return numbers;
  }

  /// Returns the values of the body for these values of the variable.
  static Numbers mapped(Environment& environment, Variable const& variable, Numbers numbers, Scalar const& body) {
    for (double& x : numbers) {
      slot(environment, variable) = x;
      x = body.value(environment);
    }
    return numbers;
  }

  std::string size_name() { return one_of(std::vector<std::string>{"n", "rows", "columns"}); }

  Scalar reduction(int depth) {
    if (depth > 1 && options_.has_filters && pick(8) == 0) return number_of_members(filter(depth - 1));
    if (depth > 1 && pick(3) > 0) return reduction_of(array(depth - 1));
    std::string const size = size_name();
    long const n = sizes_.at(size);
    Variable const variable = declare(false);
    bool const is_count = pick(5) == 0;
    Scalar const body = is_count ? condition() : scalar(depth - 1);
    remove_variable();
    return {
        fmt::format("{}({} < {}: {})", is_count ? "count" : "sum", variable.name, size, body.text),
        [variable, n, body](Environment& e) { return combined(mapped(e, variable, numbers_below(n), body), 0, sum); }};
  }

  /// Returns uses of a filter that do not depend on the order of its members.
  Scalar number_of_members(Array const& filter) {
    std::string const name = fmt::format("x{}", n_names_++), x = fmt::format("x{}", n_names_++);
    return {fmt::format("(let {0} = {1}; 3 * count({2} in {0}: {2} < 1) - size({0}))", name, filter.text, x),
            [filter](Environment& e) {
              return combined(filter.value(e), 0, [](double n, double x) { return n + (x < 1 ? 2 : -1); });
            }};
  }

  Scalar reduction_of(Array const& array) {
    if (!options_.has_names || pick(2) == 0) return reduction_of_used(array);
    std::string const name = fmt::format("x{}", n_names_++);
    Scalar const first = reduction_of_used({name, array.value}), second = reduction_of_used({name, array.value});
    return {fmt::format("(let {} = {}; {} + {})", name, array.text, first.text, second.text),
            [first, second](Environment& e) { return first.value(e) + second.value(e); }};
  }

  static double combined(Numbers const& values, double start, double (*combine)(double, double)) {
    return std::accumulate(values.begin(), values.end(), start, combine);
  }
  static double smaller(double a, double b) { return std::min(a, b); }
  static double larger(double a, double b) { return std::max(a, b); }
  static double sum(double a, double b) { return a + b; }

  Scalar reduction_of_used(Array const& array) {
    switch (pick(5)) {
    case 0:
      return {fmt::format("max(0, min({}))", array.text),
              [array](Environment& e) { return std::max(0.0, combined(array.value(e), HUGE_VAL, smaller)); }};
    case 1:
      return {fmt::format("real(argmax({}))", array.text), [array](Environment& e) {
                Numbers const values = array.value(e);
                auto const largest = std::max_element(values.begin(), values.end());
                return values.empty() ? -1.0 : static_cast<double>(largest - values.begin());
              }};
    case 2:
      return {fmt::format("reduce(x{0} in {1}: x{0} with larger from -1000.0)", n_names_++, array.text),
              [array](Environment& e) { return combined(array.value(e), -1000, larger); }};
    default:
      return {fmt::format("sum({})", array.text), [array](Environment& e) { return combined(array.value(e), 0, sum); }};
    }
  }

  Array array(int depth) {
    switch (pick(options_.has_filters ? 7 : 5)) {
    case 0:
      return {"v", [this](Environment&) { return reals_; }};
    case 1:
      return part_of_matrix();
    case 2:
      return zip(depth);
    case 3:
    case 4:
      return map_of(depth);
    case 5:
      return filter(depth);
    default:
      return sums_of_groups(depth);
    }
  }

  /// Returns a row or column of the matrix; the matrix has no elements that are read outside.
  Array part_of_matrix() {
    long const rows = options_.rows, columns = options_.columns;
    bool const is_row = pick(2) == 0;
    long const n_parts = is_row ? rows : columns, n = is_row ? columns : rows;
    if (n_parts == 0) return {"v", [this](Environment&) { return reals_; }};
    Scalar const at = index();
    std::string const text =
        is_row ? fmt::format("m[mod({}, rows), *]", at.text) : fmt::format("m[*, mod({}, columns)]", at.text);
    return {text, [this, at, is_row, n_parts, n, columns](Environment& e) {
              long const part = static_cast<long>(at.value(e)) % n_parts;
              Numbers result;
              for (long k = 0; k < n; ++k)
                result.push_back(matrix_[static_cast<std::size_t>(is_row ? part * columns + k : k * columns + part)]);
              return result;
            }};
  }

  Array map_of(int depth) {
    bool const has_range = depth < 2 || pick(2) == 0;
    if (!has_range) {
      Array const set = array(depth - 1);
      Variable const variable = declare(true);
      Scalar const body = scalar(depth - 1);
      remove_variable();
      return {fmt::format("map({} in {}: {})", variable.name, set.text, as_real(body)),
              [variable, set, body](Environment& e) { return mapped(e, variable, set.value(e), body); }};
    }
    std::string const size = size_name();
    long const n = sizes_.at(size);
    Variable const variable = declare(false);
    Scalar const body = scalar(depth - 1);
    remove_variable();
    return {fmt::format("map({} < {}: {})", variable.name, size, as_real(body)),
            [variable, n, body](Environment& e) { return mapped(e, variable, numbers_below(n), body); }};
  }

  /// Counts are integers and elements of `k` as well; arrays have elements of one type.
  static std::string as_real(Scalar const& scalar) { return "0.0 + " + scalar.text; }

  Array zip(int depth) {
    Array const first = array(depth - 1);
    Variable const a = declare(true), b = declare(false);
    Scalar const body = scalar(depth - 1);
    remove_variable();
    remove_variable();
    std::string const set = fmt::format("x{}", n_names_++);
    return {fmt::format("(let {0} = {1}; zipWith({2} in {0}, {3} < size({0}): {4}))", set, first.text, a.name, b.name,
                        as_real(body)),
            [first, a, b, body](Environment& e) {
              Numbers result = first.value(e);
              for (std::size_t k = 0; k < result.size(); ++k) {
                slot(e, a) = result[k];
                slot(e, b) = static_cast<double>(k);
                result[k] = body.value(e);
              }
              return result;
            }};
  }

  Array filter(int depth) {
    Array const set = array(depth - 1);
    Variable const variable = declare(true);
    Scalar const body = condition();
    remove_variable();
    return {fmt::format("filter({} in {}: {})", variable.name, set.text, body.text),
            [variable, set, body](Environment& e) {
              Numbers result = set.value(e);
              std::erase_if(result, [&](double x) { return slot(e, variable) = x, body.value(e) == 0; });
              return result;
            }};
  }

  Array sums_of_groups(int depth) {
    Array const set = array(depth - 1);
    bool const is_dense = pick(2) == 0 || !options_.has_any_keys;
    std::string const x = fmt::format("x{}", n_names_++), g = fmt::format("x{}", n_names_++);
    long const divisor = pick(4) + 2;
    std::string const groups = fmt::format("groupBy({0} in {1} by div(int(8 * {0}), {2}){3}: {0})", x, set.text,
                                           divisor, is_dense ? " into 4" : "");
    return {
        fmt::format("map({0} in {1}: sum({0}) + 2 * {0}.key)", g, groups), [set, is_dense, divisor](Environment& e) {
          std::map<long, double> sums;
          for (long key = 0; is_dense && key < 4; ++key) sums[key] = 0;
          for (double const number : set.value(e)) {
            double const eighths = 8 * number;
            long const integer = std::fabs(eighths) < 2147483648.0 ? static_cast<long>(eighths) : 0;
            long const key = static_cast<long>(std::floor(static_cast<double>(integer) / static_cast<double>(divisor)));
            if (!is_dense || sums.contains(key)) sums[key] += number;
          }
          Numbers result;
          for (auto const& [key, sum] : sums) result.push_back(sum + wrapped(2.0 * static_cast<double>(key)));
          return result;
        }};
  }

  RandomPatternOptions options_;
  std::mt19937_64 random_;
  std::map<std::string, long> sizes_{};
  Numbers reals_{}, integers_{}, matrix_{};
  std::vector<Variable> variables_{};
  int n_names_ = 0;
};

} // namespace

RandomPattern random_pattern(RandomPatternOptions const& options) { return Generator(options).program(); }

} // namespace chemora::testing_support
