#include "testsuites/support/random_kernel.hpp"

#include "codegen/ir/expression_evaluator.hpp"

#include <algorithm>
#include <random>

namespace chemora::testing_support {

namespace {

using ir::ExpressionPtr;
using ir::Op;
using ir::Type;

/// Random numbers that do not depend on the standard library.
class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

private:
  std::mt19937_64 engine_;
};

constexpr long margin = 4; ///< elements of each axis beyond the largest value of a loop variable

class KernelGenerator {
public:
  explicit KernelGenerator(RandomKernelOptions const& options) : options_(options), random_(options.seed) {}

  loops::LoopKernel generate() {
    kernel_.name = "random";
    kernel_.parameters = {{"n", Type::int32}, {"m", Type::int32}, {"alpha", options_.real}};
    for (char const* size : {"n", "m"}) kernel_.assumptions.push_back({ir::linear(size) - ir::linear(3), false});
    for (int n = 0; n < 3; ++n) add_argument(1 + random_.below(3));
    for (int n = random_.below(3); n > 0; --n) add_rule();
    add_items({}, {}, 2 + random_.below(2));
    return std::move(kernel_);
  }

private:
  using Names = std::vector<std::string>;
  using Order = std::vector<ir::LinearExpression>;

  std::string new_name(std::string const& prefix) { return prefix + std::to_string(n_names_++); }

  std::string const& size() { return kernel_.parameters[static_cast<std::size_t>(random_.below(2))].name; }

  void add_argument(int n_axes) {
    ir::TypedArray array{.name = new_name("a"), .type = options_.real, .is_argument = true};
    for (int n = 0; n < n_axes; ++n) array.axes.push_back({.extent = ir::linear("n") + ir::linear("m"), .nesting = n});
    if (n_axes > 1 && random_.chance(40)) std::swap(array.axes[0].nesting, array.axes[1].nesting);
    if (n_axes > 2 && random_.chance(20)) array.axes[1].layout = ir::AxisLayout::separate;
    for (ir::ArrayAxis& axis : array.axes) axis.extent.constant = margin;
    arrays_.push_back(array.name);
    kernel_.arrays.push_back(std::move(array));
  }

  void add_rule() {
    loops::Rule rule{.name = new_name("r"), .parameters = {"p"}};
    ExpressionPtr const parameter = ir::make_name(Type::int32, "p");
    rule.body = ir::make_operation(Op::multiply, {ir::make_name(options_.real, "alpha"), element({parameter})});
    kernel_.rules.push_back(std::move(rule));
  }

  /// Adds a sequence of instructions and loops inside the loops `within`, at the positions after `order`.
  void add_items(Names const& within, Order const& order, int n_items) {
    std::size_t const n_temporaries = temporaries_.size();
    for (int n = 0; n < n_items && is_small(); ++n) {
      Order here = order;
      here.push_back(ir::linear(next_position_++));
      bool const may_nest = static_cast<int>(within.size()) < options_.max_depth;
      if (may_nest && (within.empty() || random_.chance(50)))
        add_loop(within, here);
      else if (!within.empty() && random_.chance(25))
        add_scalar(within, order);
      else if (may_nest && !within.empty() && options_.has_tile_temporaries && random_.chance(40))
        add_tile(within, order);
      else
        add_assignment(within, here);
    }
    temporaries_.resize(n_temporaries); // they are only written inside of these loops
  }

  bool is_small() const { return static_cast<int>(kernel_.instructions.size()) < options_.max_instructions; }

  /// Adds a loop with values from 0 to at most max(n, m) - 1.
  std::string open_loop(Names const& within) {
    std::string const name = new_name("i");
    ir::LinearExpression const variable = ir::linear(name);
    ir::LinearExpression lower = ir::linear(random_.below(2)), upper = ir::linear(size()) - ir::linear(1);
    if (random_.chance(20)) upper = ir::linear(2 + random_.below(2) - 1);
    if (!within.empty() && random_.chance(25)) (random_.chance(50) ? lower : upper) = ir::linear(within.back());
    kernel_.loops.push_back({.name = name});
    kernel_.constraints.push_back({variable - lower, false});
    kernel_.constraints.push_back({upper - variable, false});
    return name;
  }

  void add_loop(Names within, Order order) {
    std::string const name = open_loop(within);
    within.push_back(name);
    order.push_back(ir::linear(name));
    add_items(within, order, 1 + random_.below(3));
  }

  void add_instruction(Names const& within, Order const& order, ExpressionPtr target, ExpressionPtr value,
                       std::vector<ExpressionPtr> conditions = {}) {
    kernel_.instructions.push_back({.id = new_name("s"),
                                    .within = within,
                                    .conditions = std::move(conditions),
                                    .target = std::move(target),
                                    .value = std::move(value),
                                    .order = order});
  }

  void add_assignment(Names const& within, Order const& order) {
    ExpressionPtr const target = element(variables(within), true);
    ExpressionPtr value = expression(within, 3);
    if (random_.chance(40)) {
      Op const op = one_of({Op::add, Op::add, Op::subtract, Op::multiply, Op::minimum, Op::maximum});
      value = ir::make_operation(op, {target, value});
    }
    std::vector<ExpressionPtr> conditions;
    if (options_.has_conditions && random_.chance(30)) conditions.push_back(condition(within));
    add_instruction(within, order, target, value, std::move(conditions));
  }

  /// Adds a scalar that is set, updated in an inner loop, and used.
  void add_scalar(Names const& within, Order const& order) {
    ir::TypedArray array{.name = new_name("t"), .type = options_.real, .scope = ir::Scope::registers, .copies = within};
    ExpressionPtr const scalar = ir::make_element(array.type, array.name, {});
    kernel_.arrays.push_back(std::move(array));
    auto const here = [&] {
      Order position = order;
      position.push_back(ir::linear(next_position_++));
      return position;
    };
    add_instruction(within, here(), scalar, expression(within, 2));
    if (static_cast<int>(within.size()) < options_.max_depth) {
      Names inner = within;
      Order position = here();
      inner.push_back(open_loop(within));
      position.push_back(ir::linear(inner.back()));
      position.push_back(ir::linear(0));
      Op const op = one_of({Op::add, Op::subtract, Op::multiply, Op::maximum});
      add_instruction(inner, position, scalar, ir::make_operation(op, {scalar, expression(inner, 2)}));
    }
    temporaries_.push_back(scalar);
    add_assignment(within, here());
  }

  /// Adds a temporary array with one axis that a loop fills, and a loop that reads it.
  void add_tile(Names const& within, Order const& order) {
    std::string const fill = new_name("i");
    ir::TypedArray array{
        .name = new_name("b"), .type = options_.real, .scope = ir::Scope::tile, .copies = {within.front()}};
    array.axes.push_back({.extent = ir::linear("n") + ir::linear("m")});
    array.axes[0].extent.constant = margin;
    kernel_.loops.push_back({.name = fill});
    kernel_.constraints.push_back({ir::linear(fill), false});
    kernel_.constraints.push_back({array.axes[0].extent - ir::linear(1) - ir::linear(fill), false});
    Order position = order;
    position.push_back(ir::linear(next_position_++));
    position.push_back(ir::linear(fill));
    position.push_back(ir::linear(0));
    Names inner = within;
    inner.push_back(fill);
    // The values of this loop are larger than subscripts may be; the expression uses the outer loops.
    ExpressionPtr const variable = ir::make_name(Type::int32, fill);
    ExpressionPtr const factor = ir::make_conversion(options_.real, variable);
    ExpressionPtr const target = ir::make_element(array.type, array.name, {variable});
    kernel_.arrays.push_back(array);
    add_instruction(inner, position, target, ir::make_operation(Op::add, {factor, expression(within, 2)}));
    tiles_.push_back(array.name);
    position = order;
    position.push_back(ir::linear(next_position_++));
    add_loop(within, position);
    tiles_.pop_back();
  }

  Op one_of(std::vector<Op> const& ops) {
    return ops[static_cast<std::size_t>(random_.below(static_cast<int>(ops.size())))];
  }

  static std::vector<ExpressionPtr> variables(Names const& within) {
    std::vector<ExpressionPtr> result;
    for (std::string const& loop : within) result.push_back(ir::make_name(Type::int32, loop));
    return result;
  }

  /// Returns an element of a random argument, at subscripts of these loop variables.
  ExpressionPtr element(std::vector<ExpressionPtr> const& values, bool is_target = false) {
    std::size_t const n_targets = kernel_.rules.empty() ? arrays_.size() : arrays_.size() - 1;
    int const n_candidates = static_cast<int>(is_target ? n_targets : arrays_.size());
    std::string const& name = arrays_[static_cast<std::size_t>(random_.below(n_candidates))];
    std::vector<ExpressionPtr> subscripts;
    for (std::size_t n = 0; n < kernel_.array(name).axes.size(); ++n) subscripts.push_back(subscript(values));
    return ir::make_element(options_.real, name, std::move(subscripts));
  }

  ExpressionPtr subscript(std::vector<ExpressionPtr> const& values) {
    if (values.empty()) return ir::make_integer(random_.below(static_cast<int>(margin)));
    ExpressionPtr const value = values[static_cast<std::size_t>(random_.below(static_cast<int>(values.size())))];
    ExpressionPtr const step = ir::make_integer(1 + random_.below(3));
    switch (random_.below(7)) {
    case 0: // reversed
      return ir::make_operation(Op::subtract, {ir::make_operation(Op::add, {ir::make_name(Type::int32, "n"),
                                                                            ir::make_name(Type::int32, "m")}),
                                               ir::make_operation(Op::add, {value, step})});
    case 1:
      return ir::make_operation(random_.chance(50) ? Op::floor_divide : Op::modulo, {value, step});
    case 2:
    case 3:
      return ir::make_operation(Op::add, {value, step});
    default:
      return value;
    }
  }

  ExpressionPtr number() { return ir::make_number(options_.real, (random_.below(33) - 16) / 8.0); }

  ExpressionPtr leaf(Names const& within) {
    int const kind = random_.below(10);
    if (kind == 0) return number();
    if (kind == 1) return ir::make_name(options_.real, "alpha");
    if (kind == 2 && !within.empty())
      return ir::make_conversion(options_.real, ir::make_name(Type::int32, within.back()));
    if (kind == 3 && !kernel_.rules.empty() && !within.empty())
      return ir::make_rule(options_.real, kernel_.rules.back().name, {ir::make_name(Type::int32, within.back())});
    if (kind <= 5 && !temporaries_.empty())
      return temporaries_[static_cast<std::size_t>(random_.below(static_cast<int>(temporaries_.size())))];
    if (kind <= 7 && !tiles_.empty() && !within.empty())
      return ir::make_element(options_.real, tiles_.back(), {subscript(variables(within))});
    return element(variables(within));
  }

  ExpressionPtr expression(Names const& within, int depth) {
    if (depth == 0 || random_.chance(25)) return leaf(within);
    if (options_.has_reductions && depth > 1 && random_.chance(15)) return reduction(within);
    switch (random_.below(9)) {
    case 0:
      return ir::make_operation(Op::sqrt, {ir::make_operation(Op::absolute, {expression(within, depth - 1)})});
    case 1:
      return ir::make_operation(Op::negate, {expression(within, depth - 1)});
    case 2:
      return ir::make_operation(Op::select, {condition(within), expression(within, depth - 1), leaf(within)});
    default: {
      Op const op = one_of({Op::add, Op::subtract, Op::multiply, Op::add, Op::minimum, Op::maximum});
      ExpressionPtr const left = expression(within, depth - 1);
      // Factors are numbers, so that recurrences do not grow fast.
      return ir::make_operation(op, {left, op == Op::multiply ? number() : expression(within, depth - 1)});
    }
    }
  }

  ExpressionPtr reduction(Names within) {
    std::string const loop = open_loop(within);
    within.push_back(loop);
    return ir::make_reduction(one_of({Op::add, Op::maximum}), {loop}, leaf(within));
  }

  ExpressionPtr condition(Names const& within) {
    if (within.empty() || random_.chance(35)) return ir::make_operation(Op::less, {leaf(within), number()});
    ExpressionPtr const value = variables(within).back();
    if (random_.chance(50))
      return ir::make_operation(Op::equal, {ir::make_operation(Op::modulo, {value, ir::make_integer(2)}),
                                            ir::make_integer(random_.below(2))});
    return ir::make_operation(Op::less_equal, {variables(within).front(), ir::make_integer(random_.below(3))});
  }

  RandomKernelOptions const& options_;
  Random random_;
  loops::LoopKernel kernel_;
  Names arrays_;                           ///< arguments; the last one is only read if there are rules
  std::vector<ExpressionPtr> temporaries_; ///< scalars that have a value
  Names tiles_;                            ///< temporary arrays that are filled
  int n_names_ = 0;
  long next_position_ = 0;
};

} // namespace

loops::LoopKernel random_kernel(RandomKernelOptions const& options) { return KernelGenerator(options).generate(); }

KernelArguments random_arguments(loops::LoopKernel const& kernel, std::map<std::string, long> const& sizes,
                                 std::uint64_t seed) {
  Random random(seed);
  KernelArguments arguments;
  auto const value = [&](Type type) {
    return ir::is_real(type) ? (random.below(257) - 128) / 64.0 : static_cast<double>(random.below(2));
  };
  for (loops::Parameter const& parameter : kernel.parameters) {
    auto const size = sizes.find(parameter.name);
    arguments.parameters[parameter.name] =
        size == sizes.end() ? value(parameter.type) : static_cast<double>(size->second);
  }
  for (ir::TypedArray const& array : kernel.arrays) {
    if (!array.is_argument) continue;
    double n = 1;
    for (ir::ArrayAxis const& axis : array.axes) n *= std::max(0.0, ir::value_of(axis.extent, arguments.parameters));
    std::vector<double>& elements = arguments.arrays[array.name];
    elements.resize(static_cast<std::size_t>(n));
    for (double& element : elements) element = value(array.type);
  }
  return arguments;
}

KernelArguments random_arguments(loops::LoopKernel const& kernel, std::uint64_t seed) {
  Random random(seed);
  return random_arguments(kernel, {{"n", 3 + random.below(3)}, {"m", 3 + random.below(3)}}, seed);
}

} // namespace chemora::testing_support
