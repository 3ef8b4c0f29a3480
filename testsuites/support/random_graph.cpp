// The generator appends one value after the other. Operands are chosen from a list of earlier values for each type.
#include "testsuites/support/random_graph.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/ir/operation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace chemora::testing_support {

namespace {

using ir::Op;
using ir::Type;
using ir::ValueId;

/// Steele, Lea and Flood 2014 (splitmix64): the generator does not use the standard distributions, because their
/// results depend on the standard library.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  double between(double low, double high) { return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53; }
  template <typename T>
  T const& one_of(std::vector<T> const& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

private:
  std::uint64_t state_;
};

class Grower {
public:
  explicit Grower(RandomGraphOptions const& options)
      : options_(options), random_(options.seed), builder_("random", options.dimension, options.real) {}

  ir::Graph grow() {
    add_leaves();
    for (int n = 0; n < options_.n_values; ++n) add_operation();
    for (int n = 0; n < options_.n_outputs; ++n)
      builder_.store("out" + std::to_string(n), late_real(), ir::Region::interior);
    if (options_.updates_input)
      builder_.store("state", builder_.apply(Op::add, {state_, late_real()}), ir::Region::interior);
    return builder_.finish();
  }

private:
  int axis() { return random_.below(options_.dimension); }

  void add_leaves() {
    for (int n = 0; n < options_.n_inputs; ++n) note(builder_.load("in" + std::to_string(n)), 0);
    if (options_.updates_input) state_ = builder_.load("state");
    note(builder_.parameter("amplitude", options_.real), 0);
    for (Op op : {Op::spacing, Op::coordinate, Op::origin})
      if (!options_.is_well_conditioned || op == Op::spacing) note(builder_.leaf(op, axis()), 0);
    for (Op op : {Op::time, Op::time_step}) note(builder_.leaf(op), 0);
    for (int n = 0; n < 3; ++n) note(builder_.real(number()), 0);
    note(builder_.integer(random_.below(7) - 3), 0);
    note(builder_.parameter("order", Type::int32), 0);
    note(builder_.leaf(Op::iteration), 0);
    for (Op op : {Op::size, Op::index}) note(builder_.leaf(op, axis()), 0);
    note(builder_.keyword_parameter("choice", {"first", "second one"}), 0);
    note(builder_.parameter("flag", Type::boolean), 0);
    note(builder_.boolean(random_.chance(50)), 0);
  }

  double number() {
    static std::vector<double> const special{0.0, -0.0, 1.0,  -1.0,
                                             2.0, 0.25, -0.5, std::numeric_limits<double>::infinity()};
    if (options_.is_well_conditioned) return random_.between(0.25, 4);
    if (options_.has_special_numbers && random_.chance(50)) return random_.one_of(special);
    return random_.between(-3, 3);
  }

  /// Adds a value and its total displacement to the list of possible operands of its type.
  void note(ValueId id, int displacement) {
    Type const type = builder_[id].type;
    (type == Type::int32 ? integers_ : type == Type::boolean ? truths_ : reals_).push_back(id);
    displacement_.resize(static_cast<std::size_t>(std::max<int>(builder_.n_values(), id + 1)), 0);
    auto& known = displacement_[static_cast<std::size_t>(id)];
    known = std::max(known, displacement);
  }

  /// Selects an operand. Recent values are more likely, so that graphs become deep.
  ValueId pick(std::vector<ValueId> const& pool) {
    int const size = static_cast<int>(pool.size());
    int const at = random_.chance(60) ? size - 1 - random_.below(std::min(size, 6)) : random_.below(size);
    return pool[static_cast<std::size_t>(at)];
  }

  ValueId late_real() {
    int const size = static_cast<int>(reals_.size());
    return reals_[static_cast<std::size_t>(size - 1 - random_.below(std::min(size, 5)))];
  }

  bool is_allowed(ir::OpInfo const& row) const {
    if (row.arity == 0 || row.is_integer_division()) return false; // random divisors can be 0
    if (ir::is_saturated(row.op)) return false;                    // not for graphs
    if (!options_.has_transcendentals && row.is_transcendental()) return false;
    if (!options_.is_well_conditioned) return true;
    static std::vector<Op> const conditioned{Op::shift, Op::add,     Op::multiply, Op::divide,
                                             Op::fma,   Op::minimum, Op::maximum,  Op::absolute,
                                             Op::sqrt,  Op::cbrt,    Op::power,    Op::select};
    return std::find(conditioned.begin(), conditioned.end(), row.op) != conditioned.end();
  }

  void add_operation() {
    std::vector<Op> allowed;
    for (ir::OpInfo const& row : ir::all_operations())
      if (is_allowed(row)) allowed.push_back(row.op);
    static std::vector<Op> const frequent{Op::add, Op::subtract, Op::multiply, Op::shift, Op::negate, Op::divide};
    Op op = random_.chance(50) ? random_.one_of(frequent) : random_.one_of(allowed);
    if (std::find(allowed.begin(), allowed.end(), op) == allowed.end()) op = Op::multiply;
    if (op == Op::shift) return add_shift();
    if (op == Op::convert) return add_convert();
    note_operation(op, operands_for(op));
    if (random_.chance(20)) note(builder_.real(number()), 0);
  }

  std::vector<ValueId> operands_for(Op op) {
    if (op == Op::select) {
      auto const& pool = random_.chance(80) || options_.is_well_conditioned ? reals_ : integers_;
      return {pick(truths_), pick(pool), pick(pool)};
    }
    if (op == Op::logical_not) return {pick(truths_)};
    if (op == Op::logical_and || op == Op::logical_or) return {pick(truths_), pick(truths_)};
    if (op == Op::power && options_.is_well_conditioned) return {pick(reals_), builder_.real(random_.below(7) * 0.5)};
    static std::vector<Op> const for_integers{Op::add,        Op::subtract, Op::multiply, Op::negate,
                                              Op::minimum,    Op::maximum,  Op::absolute, Op::less,
                                              Op::less_equal, Op::equal,    Op::not_equal};
    bool const can_be_integer = std::find(for_integers.begin(), for_integers.end(), op) != for_integers.end();
    auto const& pool = can_be_integer && !options_.is_well_conditioned && random_.chance(15) ? integers_ : reals_;
    std::vector<ValueId> operands;
    for (int n = 0; n < ir::info(op).arity; ++n) operands.push_back(pick(pool));
    return operands;
  }

  void note_operation(Op op, std::vector<ValueId> const& operands) {
    int displacement = 0;
    for (ValueId operand : operands)
      displacement = std::max(displacement, displacement_[static_cast<std::size_t>(operand)]);
    note(builder_.apply(op, operands), displacement);
  }

  void add_convert() {
    if (random_.chance(50))
      note(builder_.convert(pick(truths_), Type::int32), options_.reach);
    else
      note(builder_.convert(pick(integers_), options_.real), options_.reach);
  }

  void add_shift() {
    for (int attempt = 0; attempt < 20; ++attempt) {
      ValueId const id = options_.shifts_expressions
                             ? pick(reals_)
                             : builder_.load("in" + std::to_string(random_.below(options_.n_inputs)));
      int const left = options_.reach - displacement_[static_cast<std::size_t>(id)];
      if (left < 1 || !builder_.varies(id)) continue;
      int const steps = 1 + random_.below(left);
      ir::Offset offset{0, 0, 0};
      for (int n = 0; n < options_.dimension; ++n)
        offset[static_cast<std::size_t>(n)] = random_.below(2 * steps + 1) - steps;
      note(builder_.shift(id, offset), displacement_[static_cast<std::size_t>(id)] + steps);
      return;
    }
  }

  RandomGraphOptions const& options_;
  Random random_;
  ir::GraphBuilder builder_;
  ValueId state_ = 0;
  std::vector<ValueId> reals_, integers_, truths_;
  std::vector<int> displacement_;
};

double parameter_value(ir::Parameter const& parameter, Random& random) {
  switch (parameter.type) {
  case Type::boolean:
    return random.below(2);
  case Type::int32:
    return random.below(parameter.keywords.empty() ? 9 : static_cast<int>(parameter.keywords.size()));
  default:
    return ir::rounded_to(parameter.type, random.between(0.25, 4));
  }
}

} // namespace

ir::Graph random_graph(RandomGraphOptions const& options) { return Grower(options).grow(); }

RandomData make_random_data(ir::Graph const& graph, base::Index3 const& extent, std::uint64_t seed) {
  Random random(seed + 77);
  RandomData data;
  data.input.extent = extent;
  auto const reach = ir::union_of(ir::stencils(graph));
  ir::GridScalars& scalars = data.input.scalars;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    data.box.lower[axis] = reach.low[axis];
    data.box.upper[axis] = std::max(reach.low[axis], extent[axis] - reach.high[axis]);
    scalars.spacing[axis] = random.between(0.01, 0.5);
    scalars.origin[axis] = random.between(-2, 2);
    scalars.lower_global[axis] = random.below(20);
    scalars.global_size[axis] = scalars.lower_global[axis] + extent[axis] + random.below(10);
  }
  scalars.time = random.between(0, 10);
  scalars.time_step = random.between(0.001, 0.1);
  scalars.iteration = random.below(100);
  for (ir::Parameter const& parameter : graph.parameters)
    data.input.parameters[parameter.name] = parameter_value(parameter, random);
  std::size_t const n_points =
      static_cast<std::size_t>(extent[0]) * static_cast<std::size_t>(extent[1]) * static_cast<std::size_t>(extent[2]);
  for (std::string const& output : graph.outputs) data.arrays[output].assign(n_points, -12345);
  for (std::string const& input : graph.inputs) {
    auto& array = data.arrays[input];
    array.clear();
    for (std::size_t n = 0; n < n_points; ++n) array.push_back(ir::rounded_to(graph.real, random.between(0.25, 4)));
  }
  return data;
}

bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

} // namespace chemora::testing_support
