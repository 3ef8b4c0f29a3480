/// Rows of probabilities with a common binary exponent.
#include "codegen/wavefront/ordered_lowering.hpp"
#include "codegen/wavefront/scaled_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::at_least;
using recursion::Constraints;
using recursion::Function;
using recursion::implies;
using recursion::joined;
using recursion::ValueType;

namespace {

constexpr long period = scaling_period;

} // namespace

/// Returns the reason why the rows of probabilities have no common exponent, or nothing.
std::optional<std::string> OrderedLowering::why_not_scaled_rows() const {
  Function const* first = nullptr;
  for (Function const& function : original_.functions) {
    if (function.type != ValueType::probability) continue;
    if (!first) first = &function;
    OrderedStorage const &storage = space_.storage(function.name), &other = space_.storage(first->name);
    if (!storage.level) return fmt::format("all elements of `{}` are stored", function.name);
    if (storage.level != other.level || !space_.have_common_loop(function.name, first->name, *storage.level))
      return "probabilities are computed in different loops";
  }
  for (WaveValue const& value : tables_)
    if (value.table.over && original_.function(value.table.function).type == ValueType::probability)
      return "the result combines probabilities of several elements";
  return why_not_scaled(original_, [this](Function const& function, recursion::Case const& part) {
    return is_before_scaling(function, part);
  });
}

void OrderedLowering::initialise_probabilities() {
  for (Function const& function : original_.functions)
    if (function.type == ValueType::probability) scaled_level_ = space_.storage(function.name).level;
  if (!scaled_level_) return;
  assign(builder_.scalar("row_exponent", Type::int32), ir::make_integer(0));
  for (char const* const name : {"row_lost", "lost"})
    assign(builder_.scalar(name, Type::real64), ir::make_number(Type::real64, 0));
  for_all_rows([&](std::vector<ExpressionPtr> const& elements) {
    for (ExpressionPtr const& each : elements) assign(each, ir::make_number(Type::real64, 0));
  });
}

/// Returns whether the elements of a case are computed before the first scaling of rows.
bool OrderedLowering::is_before_scaling(Function const& function, recursion::Case const& part) const {
  std::size_t const level = *space_.storage(function.name).level;
  Constraints domain = joined(sizes_, part.domain);
  for (recursion::Dimension const& dimension : function.dimensions) {
    domain.push_back(at_least(ir::linear(dimension.name), dimension.lower));
    domain.push_back(at_least(dimension.upper, ir::linear(dimension.name)));
  }
  LinearExpression const time = space_.component(function.name, level);
  return std::ranges::all_of(original_.functions, [&](Function const& each) {
    if (each.type != ValueType::probability) return true;
    OrderedPlace place{.function = &each};
    LinearExpression const name = ir::linear("time");
    LinearExpression first = name - place.enter(space_.component(each.name, level), name).front().expression;
    if (first.is_constant()) first.constant += period - 1 - ((first.constant % period + period) % period);
    return implies(domain, at_least(first, time));
  });
}

void OrderedLowering::rescale(LinearExpression const& time) {
  LinearExpression const since = time - ir::linear(period - 1); // a multiple of the period
  if (since.is_constant() && since.constant % period != 0) return;
  std::size_t const n_outer = builder_.loops().size();
  if (!since.is_constant()) {
    std::string const loop = builder_.new_name("scaling");
    builder_.open(loop);
    builder_.add_constraint({period * ir::linear(loop) - since, true});
  }
  auto const number = [](double value) { return ir::make_number(Type::real64, value); };
  ExpressionPtr const top = builder_.scalar(builder_.new_name("row_top"), Type::real64);
  assign(top, number(0));
  ExpressionPtr const lost = scalar("row_lost");
  for_all_rows([&](std::vector<ExpressionPtr> const& elements) {
    ExpressionPtr largest = elements.front(), small = too_small(elements.front());
    for (std::size_t n = 1; n < elements.size(); ++n) {
      largest = operation(Op::maximum, largest, elements[n]);
      small = operation(Op::maximum, small, too_small(elements[n]));
    }
    assign(top, operation(Op::maximum, top, largest));
    assign(lost, operation(Op::maximum, lost, small));
  });
  assign(lost, choose(operation(Op::less, number(largest_scaled), top), number(1), lost));
  ExpressionPtr const shift = builder_.scalar(builder_.new_name("row_shift"), Type::int32);
  ExpressionPtr const factor = builder_.scalar(builder_.new_name("row_factor"), Type::real64);
  ExpressionPtr power = ir::make_integer(0), scale = number(1);
  for (int const exponent : {200, 400, 800}) {
    ExpressionPtr const is_small = operation(Op::less, top, number(std::ldexp(1, -exponent)));
    ExpressionPtr const is_large = operation(Op::less, number(std::ldexp(1, exponent)), top);
    power = choose(is_small, ir::make_integer(exponent), choose(is_large, ir::make_integer(-exponent), power));
    scale =
        choose(is_small, number(std::ldexp(1, exponent)), choose(is_large, number(std::ldexp(1, -exponent)), scale));
  }
  ExpressionPtr const is_positive = operation(Op::less, number(0), top);
  assign(shift, choose(is_positive, power, ir::make_integer(0)));
  assign(factor, choose(is_positive, scale, number(1)));
  assign(scalar("row_exponent"), operation(Op::subtract, scalar("row_exponent"), shift));
  for_all_rows([&](std::vector<ExpressionPtr> const& elements) {
    for (ExpressionPtr const& each : elements) assign(each, operation(Op::multiply, each, factor));
  });
  builder_.close_to(n_outer);
}

void OrderedLowering::for_all_rows(std::function<void(std::vector<ExpressionPtr> const&)> const& change) {
  std::vector<ExpressionPtr> temporaries;
  std::map<std::vector<LinearExpression>, std::vector<std::string>> tables; // by extents, slowest first
  for (Function const& function : original_.functions) {
    if (function.type != ValueType::probability) continue;
    OrderedStorage const& storage = space_.storage(function.name);
    for (long n = 0; storage.is_scalar && n < storage.n_rows; ++n)
      temporaries.push_back(scalar(row_name(function.name, n)));
    if (storage.is_scalar) continue;
    std::vector<LinearExpression> extents{ir::linear(storage.n_rows)};
    for (std::size_t n = storage.axes.size(); n-- > 0;) {
      recursion::Dimension const& dimension = function.dimensions[storage.axes[n]];
      extents.push_back(dimension.upper - dimension.lower + ir::linear(1));
    }
    tables[extents].push_back("table_" + function.name);
  }
  if (!temporaries.empty()) change(temporaries);
  for (auto const& [extents, names] : tables) {
    std::size_t const n_outer = builder_.loops().size();
    std::vector<ExpressionPtr> subscripts, elements;
    for (LinearExpression const& extent : extents) {
      std::string const loop = builder_.new_name("element");
      builder_.open(loop, ir::linear(0), extent - ir::linear(1));
      subscripts.insert(subscripts.begin(), ir::make_name(Type::int32, loop));
    }
    for (std::string const& name : names) elements.push_back(problem_element(name, subscripts));
    change(elements);
    builder_.close_to(n_outer);
  }
}

} // namespace chemora::wavefront
