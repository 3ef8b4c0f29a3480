// Generates the derivatives first, then intermediate quantities from the derivatives, then right-hand sides from the
// intermediate quantities.
#include "testsuites/support/large_graph.hpp"

#include "codegen/ir/graph_builder.hpp"

#include <random>

namespace chemora::testing_support {

namespace {

using ir::Op;
using ir::ValueId;

class Relativity {
public:
  explicit Relativity(LargeGraphOptions const& options) : options_(options), random_(options.seed), builder_("large") {}

  ir::Graph make() {
    for (int n = 0; n < options_.n_fields; ++n) add_field(n);
    int const n_derived = builder_.n_values();
    int const n_left = options_.n_operations;
    // One third of the operations compute quantities that many right-hand sides share, like the inverse metric and the
    // connection in relativity.
    while (builder_.n_values() < n_derived + n_left / 3) shared_.push_back(sum_of_products(6));
    for (int n = 0; n < options_.n_fields; ++n) {
      ValueId rhs = sum_of_products(4);
      int const until = n_derived + n_left / 3 + (n + 1) * (n_left - n_left / 3) / options_.n_fields;
      while (builder_.n_values() < until) rhs = builder_.apply(Op::add, {rhs, sum_of_products(4)});
      builder_.store("rhs" + std::to_string(n), rhs, ir::Region::interior);
    }
    return builder_.finish();
  }

private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_()) % n; }

  ValueId at(ValueId field, int axis, int steps) {
    ir::Offset offset{0, 0, 0};
    offset[static_cast<std::size_t>(axis)] = steps;
    return builder_.shift(field, offset);
  }

  ValueId difference(ValueId field, int axis) {
    ValueId const near = builder_.apply(Op::subtract, {at(field, axis, 1), at(field, axis, -1)});
    ValueId const far = builder_.apply(Op::subtract, {at(field, axis, 2), at(field, axis, -2)});
    return builder_.apply(
        Op::fma, {near, builder_.real(8.0 / 12), builder_.apply(Op::multiply, {far, builder_.real(-1.0 / 12)})});
  }

  ValueId second_difference(ValueId field, int axis) {
    ValueId const near = builder_.apply(Op::add, {at(field, axis, 1), at(field, axis, -1)});
    ValueId const far = builder_.apply(Op::add, {at(field, axis, 2), at(field, axis, -2)});
    ValueId const sum = builder_.apply(
        Op::fma, {near, builder_.real(16.0 / 12), builder_.apply(Op::multiply, {far, builder_.real(-1.0 / 12)})});
    return builder_.apply(Op::fma, {field, builder_.real(-30.0 / 12), sum});
  }

  void add_field(int n) {
    ValueId const field = builder_.load("field" + std::to_string(100 + n));
    factors_.push_back(field);
    for (int axis = 0; axis < 3; ++axis) {
      factors_.push_back(difference(field, axis));
      if (n % 2 == 0) factors_.push_back(second_difference(field, axis));
    }
  }

  ValueId factor() {
    return !shared_.empty() && below(3) != 0 ? shared_[below(shared_.size())] : factors_[below(factors_.size())];
  }

  ValueId sum_of_products(int n_terms) {
    ValueId sum = builder_.apply(Op::multiply, {factor(), factor()});
    for (int n = 1; n < n_terms; ++n) sum = builder_.apply(Op::fma, {factor(), factor(), sum});
    return sum;
  }

  LargeGraphOptions const& options_;
  std::mt19937_64 random_;
  ir::GraphBuilder builder_;
  std::vector<ValueId> factors_, shared_;
};

} // namespace

ir::Graph large_graph(LargeGraphOptions const& options) { return Relativity(options).make(); }

} // namespace chemora::testing_support
