#include "codegen/recursion/affine_set.hpp"
#include "codegen/wavefront/scaled_rows.hpp"
#include "codegen/wavefront/within_lowering.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Type;
using recursion::Function;
using recursion::System;
using recursion::ValueType;

namespace {

long n_reductions(ExpressionPtr const& value) {
  long result = 0;
  ir::for_each(value, [&](ExpressionPtr const& e) { result += e->kind == ir::ExpressionKind::reduction ? 1 : 0; });
  return result;
}

Plan single_problem(Plan plan) {
  plan.lanes = 1;
  plan.columns = 1;
  return plan;
}

std::string reason_of_value(System const& system, recursion::TableValue const& table) {
  ValueType const type = system.function(table.function).type;
  if (!wave_value(system, table))
    return fmt::format("the arguments of `{}` in the result are not different variables or constants", table.function);
  if (!table.over) return "";
  if (type == ValueType::probability) return "the result combines probabilities of several elements";
  if (*table.over == ir::Op::add && type != ValueType::integer) return "the result is a sum of real numbers";
  bool const is_known = *table.over == ir::Op::add || *table.over == ir::Op::minimum || *table.over == ir::Op::maximum;
  return is_known ? "" : "the result is neither an extremum nor a sum";
}

/// Returns whether all elements of a case are computed before rows are scaled.
bool is_in_first_step(System const& system, Plan const& plan, LoweringOptions const& options, Function const& function,
                      recursion::Case const& part) {
  recursion::Constraints domain = part.domain;
  for (std::string const& size : system.sizes) domain.push_back({ir::linear(size)});
  std::map<std::string, LinearExpression> indices;
  for (recursion::Dimension const& dimension : function.dimensions) {
    indices[dimension.name] = ir::linear(dimension.name);
    domain.push_back(recursion::at_least(ir::linear(dimension.name), dimension.lower));
    domain.push_back(recursion::at_least(dimension.upper, ir::linear(dimension.name)));
  }
  LinearExpression const time = WaveSpace(system, plan.schedule, options.varying).time(function, indices);
  long const n_rows = window(system, plan.schedule).value_or(0) + 1;
  return recursion::implies(domain, recursion::at_least(ir::linear(n_rows - 1), time));
}

/// Returns the reason why the stored elements of a plan cannot be in tile memory.
std::optional<std::string> why_not_in_tile(Plan const& plan) {
  if (plan.keeps_tables) return "tables in tile memory are lost when the kernel ends";
  if (plan.strip_rows > 0 && plan.strip_rows != plan.window_rows)
    return fmt::format("the window has {} rows, but a strip has {}", plan.window_rows, plan.strip_rows);
  return std::nullopt;
}

} // namespace

std::optional<std::string> why_not_within(System const& system, Plan const& plan, LoweringOptions const& options) {
  if (!system.result) return "there is no result";
  bool const is_narrow = plan.integers != Type::int32;
  bool const has_window = !plan.keeps_tables && window(system, plan.schedule).has_value();
  if (plan.strip_rows > 0) {
    if (plan.keeps_tables || !has_window) return "strips need a window of constant size instead of whole tables";
    WaveSpace const space(system, plan.schedule, options.varying);
    StripsOrReason const found = strips_of(system, space, plan.strip_rows, plan.lanes);
    if (!found.strips) return found.reason;
  }
  if (plan.window == ir::Scope::tile)
    if (auto reason = why_not_in_tile(plan)) return reason;
  for (recursion::TableValue const& table : system.result->tables) {
    if (std::string reason = reason_of_value(system, table); !reason.empty()) return reason;
    if (is_narrow && table.over == ir::Op::add) return "the result is a sum of narrow integers";
  }
  for (Function const& function : system.functions) {
    if (function.type == ValueType::probability && !has_window)
      return fmt::format("all probabilities of `{}` would have to be stored with one exponent", function.name);
    for (recursion::Case const& part : function.cases)
      if (is_narrow && n_reductions(part.value) > 0) return "a case reduces narrow integers";
  }
  for (std::string const& name : options.varying)
    for (recursion::InputArray const& array : system.arrays)
      if (array.parameter == name && array.kind != recursion::InputArray::Kind::letters)
        return fmt::format("`{}` differs between problems and is no sequence", name);
  return why_not_scaled(system, [&](Function const& function, recursion::Case const& part) {
    return is_in_first_step(system, plan, options, function, part);
  });
}

Lowered lower_within(System const& system, Plan const& plan, LoweringOptions const& options) {
  if (auto const reason = why_not_within(system, plan, options)) throw base::InternalError(*reason);
  return WithinLowering(system, plan, options).lower();
}

WithinLowering::WithinLowering(System const& system, Plan const& plan, LoweringOptions const& options)
    : system_(system), functions_(order_in_element(system)), plan_(single_problem(plan)), options_(options),
      lanes_(plan.lanes), window_(plan.keeps_tables ? std::nullopt : window(system, plan.schedule)),
      space_(system, plan.schedule, options.varying), values_(system_, plan_, options_, kernel_), builder_(kernel_) {
  if (window_) n_rows_ = *window_ + 1;
  if (plan.strip_rows > 0) strips_ = strips_of(system, space_, plan.strip_rows, plan.lanes).strips;
  long n_temporaries = 0;
  for (Function const& function : system.functions)
    for (recursion::Case const& part : function.cases) n_temporaries += n_rows_ * n_reductions(part.value);
  system_.functions.reserve(system.functions.size() + static_cast<std::size_t>(n_temporaries));
}

Lowered WithinLowering::lower() {
  kernel_.name = "recursion_" + system_.name;
  declare_problem();
  for (std::string const& name : functions_) declare_table(system_.function(name));
  for (recursion::TableValue const& table : system_.result->tables) tables_.push_back(*wave_value(system_, table));
  add_overflow_checks(tables_, system_, options_.checked);
  for (WaveValue const& table : tables_) declare_value(table);
  if (strips_ && is_in_tile()) transfer_window(Transfer::load);
  builder_.open("wave_step");
  builder_.add_at_least_0(ir::linear("wave_step"));
  builder_.add_at_least_0(own_sizes(space_.last()) - space_.base() - n_rows_ * ir::linear("wave_step"));
  if (strips_) bound_steps();
  for (long row = 0; row < n_rows_; ++row) {
    if (strips_) copy_rows(Copy::from_border, row);
    compute_row(row);
    if (strips_) copy_rows(Copy::to_border, row);
  }
  if (has_exponent_) rescale();
  builder_.close_to(n_block_loops_);
  if (strips_ && is_in_tile()) transfer_window(Transfer::save);
  if (strips_ && !options_.is_device) write_stop();
  if (strips_) open_only(Tile::last);
  for (WaveValue const& table : tables_) write_value(table);
  if (!options_.checked.empty() || has_exponent_) write_overflow();
  add_reversed_letters();
  for (LoweredArgument const& argument : values_.arguments()) arguments_.push_back(argument);
  return {std::move(kernel_), std::move(arguments_), options_.offset, std::move(launches_), std::move(window_use_)};
}

void WithinLowering::declare_problem() {
  for (std::string const& size : system_.sizes) {
    kernel_.parameters.push_back({size});
    kernel_.assumptions.push_back({ir::linear(size)});
  }
  kernel_.parameters.push_back({"n_groups"});
  kernel_.assumptions.push_back({ir::linear("n_groups") - ir::linear(1)});
  builder_.open("group", ir::linear(0), ir::linear("n_groups") - ir::linear(1), loops::Tag::block_axis);
  if (strips_) open_strips();
  for (std::string const& size : system_.sizes) declare_own_length(size);
  for (recursion::InputArray const& array : system_.arrays)
    if (array.kind == recursion::InputArray::Kind::letters) reverse_positions_[array.name] = builder_.reserve();
}

/// Declares the length of a varying sequence of the problem.
void WithinLowering::declare_own_length(std::string const& size) {
  if (own_sizes(ir::linear(size)) == ir::linear(size)) return;
  ExpressionPtr const own = builder_.scalar("own_" + size, Type::int32);
  ExpressionPtr const length = values_.value(ir::make_name(Type::int32, size), ValueType::character, {});
  builder_.assign(own, ir::with_names(length, {{"lane", ir::make_integer(0)}}));
}

void WithinLowering::declare_table(Function const& function) {
  bool const is_saved = strips_ && is_in_tile();
  ir::TypedArray array{.name = (is_saved ? "saved_" : "table_") + function.name,
                       .type = values_.table_type(function),
                       .is_argument = true,
                       .scope = ir::Scope::grid};
  auto const add = [&](LinearExpression const& extent) {
    array.axes.push_back({.extent = extent, .nesting = static_cast<int>(array.axes.size())});
  };
  auto const add_dimension = [&](recursion::Dimension const& dimension) {
    add(dimension.upper - dimension.lower + ir::linear(1));
  };
  if (strips_) {
    add(ir::linear(padded_rows(halo(function.name) + strips_->rows, array.type)));
    add(ir::linear(n_rows_));
    add(n_strips());
  } else if (window_) {
    for (std::size_t const axis : space_.axes(function.name).space) add_dimension(function.dimensions[axis]);
    add(ir::linear(n_rows_));
  } else {
    add(ir::linear(1));
    for (std::size_t axis = function.dimensions.size(); axis-- > 0;) add_dimension(function.dimensions[axis]);
  }
  add(ir::linear("n_groups"));
  if (is_in_tile()) declare_tile_window(function, array.type);
  if (!is_in_tile() || strips_) {
    kernel_.arrays.push_back(array);
    arguments_.push_back({array.name, plan_.keeps_tables ? Role::table : Role::work, function.name});
  }
  if (strips_) declare_border(function);
  if (function.type == ValueType::probability && !has_exponent_) {
    has_exponent_ = true;
    builder_.assign(builder_.scalar("wave_exponent", Type::int32), ir::make_integer(0));
    for (char const* const name : {"wave_lost", "lost"})
      builder_.assign(builder_.scalar(name, Type::real64), ir::make_number(Type::real64, 0));
  }
}

/// Declares the window, or the table if there is none, with Plan::window_rows elements along each dimension.
void WithinLowering::declare_tile_window(Function const& function, Type type) {
  std::vector<long> extents;
  auto const add_dimension = [&](recursion::Dimension const& dimension) {
    LinearExpression const rows = dimension.upper - dimension.lower + ir::linear(1);
    extents.push_back(plan_.window_rows + (strips_ ? halo(function.name) : 0));
    if (strips_) return;
    window_use_.rows.push_back(rows);
    kernel_.assumptions.push_back({ir::linear(plan_.window_rows) - rows});
  };
  if (window_) {
    for (std::size_t const axis : space_.axes(function.name).space) add_dimension(function.dimensions[axis]);
    extents.push_back(n_rows_);
  } else {
    extents.push_back(1);
    for (std::size_t axis = function.dimensions.size(); axis-- > 0;) add_dimension(function.dimensions[axis]);
  }
  std::vector<std::string> const copies(builder_.loops().begin(),
                                        builder_.loops().begin() + static_cast<long>(n_block_loops_));
  kernel_.arrays.push_back(window_array("table_" + function.name, type, ir::Scope::tile, extents, copies, window_use_));
}

void WithinLowering::compute_row(long row) {
  for (std::string const& name : functions_) {
    Function const& function = system_.function(name);
    for (recursion::Case const& part : function.cases) compute_case(function, part, row);
    update_values(function, row);
  }
}

void WithinLowering::compute_case(Function const& function, recursion::Case const& part, long row) {
  std::vector<Lookup> lookups = look_up(function, part, row);
  std::size_t const n_outer = builder_.loops().size();
  Elements elements = open_elements(function, part.domain, row, is_vectorised(function, part));
  elements.lookups = std::move(lookups);
  builder_.assign(own_element(elements), value(part.value, function.type, elements));
  for (WaveValue const& table : tables_)
    if (table.table.function == function.name && table.domain.empty()) update_value(table, elements);
  builder_.close_to(n_outer);
}

/// Cases with an equality have one element per time in two dimensions. On devices, all elements are divided among the
/// threads, so that a thread updates the elements that it computed.
bool WithinLowering::is_vectorised(Function const& function, recursion::Case const& part) const {
  if (space_.axes(function.name).space.empty()) return false;
  if (options_.is_device) return true;
  return std::ranges::none_of(part.domain, &loops::Constraint::is_equality) &&
         has_uniform_reductions(function, part.value);
}

/// Returns whether all lanes have equally many values of the variables of reductions.
bool WithinLowering::has_uniform_reductions(Function const& function, ExpressionPtr const& value) const {
  bool result = true;
  std::vector<LinearExpression> space;
  for (std::size_t n = 0; n < space_.axes(function.name).space.size(); ++n)
    space.push_back(ir::linear(fmt::format("x{}", n)));
  auto const indices = space_.indices(function, ir::linear("time"), space);
  ir::for_each(value, [&](ExpressionPtr const& e) {
    if (e->kind != ir::ExpressionKind::reduction) return;
    for (recursion::Range const& range : function.ranges) {
      if (range.variable != e->loops.front()) continue;
      auto const first = ir::as_linear(range.first), last = ir::as_linear(range.last);
      if (!first || !last) {
        result = false;
        return;
      }
      LinearExpression extent = *last - *first;
      for (auto const& [name, index] : indices) extent = extent.with(name, index);
      result &= !extent.uses("x0");
    }
  });
  return result;
}

std::vector<LinearExpression> WithinLowering::open_space(Function const& function, bool is_vectorised,
                                                         std::string& lane) {
  std::size_t const n_space = space_.axes(function.name).space.size();
  std::vector<LinearExpression> space(n_space);
  LinearExpression const first = strips_ ? first_row() : LinearExpression{};
  auto const bound = [&](std::string const& loop, long n) {
    builder_.add_at_least_0(ir::linear(loop));
    builder_.add_at_least_0(ir::linear(n - 1) - ir::linear(loop));
  };
  for (std::size_t n = n_space; n-- > 0;) {
    lane = builder_.new_name(fmt::format("wave_x{}", n));
    if (n > 0 || !is_vectorised || lanes_ == 1) {
      builder_.open(lane);
      space[n] = first + ir::linear(lane);
      if (strips_) bound(lane, strips_->rows);
      continue;
    }
    std::string const chunk = builder_.new_name("wave_chunk");
    builder_.open(chunk);
    builder_.open(lane, ir::linear(0), ir::linear(lanes_ - 1),
                  options_.is_device ? loops::Tag::thread_axis : loops::Tag::vector);
    space[0] = first + lanes_ * ir::linear(chunk) + ir::linear(lane);
    if (strips_) bound(chunk, strips_->rows / lanes_);
  }
  if (n_space == 0) {
    lane = builder_.new_name("wave_one");
    builder_.open(lane, ir::linear(0), ir::linear(0));
  }
  return space;
}

/// Adds a constraint to the innermost loops. Every constraint contains one of them, because it would otherwise apply to
/// the other instructions in the outer loops.
void WithinLowering::add_constraint(LinearExpression expression, bool is_equality, std::size_t n_outer_loops) {
  std::vector<std::string> const& loops = builder_.loops();
  auto const begin = loops.begin() + static_cast<long>(n_outer_loops);
  bool const is_inside =
      std::any_of(begin, loops.end(), [&](std::string const& loop) { return expression.uses(loop); });
  if (!is_inside && expression.is_constant() && (is_equality ? expression.constant == 0 : expression.constant >= 0))
    return;
  if (!is_inside && !loops.back().starts_with("wave_one"))
    builder_.open(builder_.new_name("wave_one"), ir::linear(0), ir::linear(0));
  if (!is_inside) expression += ir::linear(loops.back());
  builder_.add_constraint({expression, is_equality});
  // Bounds of the loop over chunks for any lane.
  for (std::string const& loop : std::vector(loops.begin(), loops.end())) {
    if (!loop.starts_with("wave_chunk")) continue;
    std::string const lane = *std::next(std::ranges::find(loops, loop));
    long const factor = expression.factor(lane);
    if (factor != 0 && expression.uses(loop))
      builder_.add_at_least_0(expression.with(lane, ir::linear(factor > 0 ? lanes_ - 1 : 0)));
  }
}

void WithinLowering::bound_space(Function const& function, std::vector<LinearExpression> const& space) {
  WaveAxes const& axes = space_.axes(function.name);
  for (std::size_t n = 0; n < space.size(); ++n) {
    recursion::Dimension const& dimension = function.dimensions[axes.space[n]];
    add_constraint(space[n] - dimension.lower, false, n_block_loops_);
    add_constraint(own_sizes(dimension.upper) - space[n], false, n_block_loops_);
  }
}

WithinLowering::Elements WithinLowering::open_elements(Function const& function,
                                                       std::vector<loops::Constraint> const& domain, long row,
                                                       bool is_vectorised, std::string const& limit) {
  std::size_t const n_outer = builder_.loops().size();
  Elements elements{.function = &function, .row = row};
  LinearExpression const time = n_rows_ * ir::linear("wave_step") + ir::linear(row);
  std::vector<LinearExpression> const space = open_space(function, is_vectorised, elements.lane);
  for (auto const& [name, index] : space_.indices(function, time, space))
    elements.indices[name] = largest_sizes(index, false);
  auto const add = [&](LinearExpression expression, bool is_equality) {
    expression = own_sizes(std::move(expression));
    for (auto const& [name, index] : elements.indices) expression = expression.with(name, index);
    add_constraint(largest_sizes(expression, true), is_equality, n_outer);
  };
  for (recursion::Dimension const& dimension : function.dimensions) {
    add(ir::linear(dimension.name) - dimension.lower, false);
    add(dimension.upper - ir::linear(dimension.name), false);
  }
  for (loops::Constraint const& constraint : domain) add(constraint.expression, constraint.is_equality);
  if (!space_.axes(function.name).eliminated)
    add_constraint(space_.time(function, elements.indices) - time, true, n_outer);
  if (!limit.empty()) builder_.add_at_least_0(ir::linear(limit) - ir::linear(builder_.loops()[n_outer]));
  return elements;
}

/// Copies sequences in reverse order before all other instructions.
void WithinLowering::add_reversed_letters() {
  for (std::string const& name : reversed_) {
    recursion::InputArray const& array = system_.array(name);
    std::string const loop = builder_.new_name("wave_letter");
    LinearExpression const k = ir::linear(loop), last = array.extents.at(0) - ir::linear(1);
    kernel_.loops.push_back({loop});
    kernel_.constraints.push_back({k});
    kernel_.constraints.push_back({own_sizes(last) - k});
    long const reserved = reverse_positions_.at(name);
    std::vector<std::string> within{"group"};
    std::vector<LinearExpression> order{ir::linear(0), ir::linear("group"), ir::linear(reserved)};
    if (strips_) within = loops_of_first_launch(reserved, order);
    within.push_back(loop);
    order.push_back(k);
    ExpressionPtr const position = ir::make_linear(k), group = ir::make_name(Type::int32, "group");
    std::vector<ExpressionPtr> subscripts{position};
    if (options_.varying.contains(array.parameter)) subscripts = {ir::make_integer(0), position, group};
    Type const type = kernel_.array(array.name).type;
    std::string const copy = "reversed_" + array.name;
    kernel_.instructions.push_back({.id = builder_.new_name("reverse_" + array.name),
                                    .within = std::move(within),
                                    .target = ir::make_element(type, copy, {ir::make_linear(last - k), group}),
                                    .value = ir::make_element(type, array.name, subscripts),
                                    .order = std::move(order)});
  }
}

} // namespace chemora::wavefront
