/// Lowers the stored results of inner maps: their memory, layout, stores and loads.
#include "codegen/patterns/inner_results.hpp"
#include "codegen/patterns/nest_values.hpp"

#include <algorithm>
#include <numeric>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;

namespace {

constexpr long max_private_bytes = 512;   ///< of a result in the private memory of a thread of a device
constexpr long max_host_bytes = 1L << 26; ///< of all results in the memory of a thread of the host

/// Sets the nesting of the axes in memory to this order.
void set_nesting(std::vector<ir::ArrayAxis>& axes, std::vector<std::size_t> const& from_slowest) {
  for (std::size_t n = 0; n < from_slowest.size(); ++n)
    axes[from_slowest[n]].nesting = static_cast<int>(from_slowest.size() - 1 - n);
}

std::vector<std::size_t> in_order(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

} // namespace

/// Returns whether one block executes all iterations of the level.
bool NestValues::is_level_in_block(std::size_t level) const {
  return level < mapping_.levels.size() && mapping_.levels[level].span.kind == SpanKind::all;
}

/// Returns the number of bytes of an array, but at most `limit`. Returns nothing if its sizes have no limits.
std::optional<long> NestValues::bytes_of(std::vector<LinearExpression> const& extents, std::size_t n_fields,
                                         long limit) const {
  long bytes = static_cast<long>(n_fields) * bytes_of_number;
  for (LinearExpression const& extent : extents) {
    std::optional<long> const max = max_value(extent);
    if (!max) return std::nullopt;
    bytes = std::min(bytes * std::min(std::max(*max, 1L), limit), limit);
  }
  return bytes;
}

/// Returns the number of bytes of an array for all iterations that run at the same time. Sizes without limits count
/// as 1.
double NestValues::bytes_in_grid(std::vector<LinearExpression> const& extents, std::size_t n_fields) const {
  double bytes = static_cast<double>(n_fields * bytes_of_number);
  for (LinearExpression const& extent : extents)
    bytes *= static_cast<double>(std::max(max_value(extent).value_or(1), 1L));
  for (OuterLevel const& outer : outer_) {
    bool const is_all = outer.mapping.span.kind != SpanKind::points;
    bytes *= is_all ? outer.mapping.block_size : static_cast<double>(std::max(max_value(outer.count).value_or(1), 1L));
  }
  for (MappedLoops::Lanes const& axis : axes_of_reductions()) bytes *= axis.count;
  return bytes;
}

/// Returns the memory of an array of which each iteration of the outer levels has a copy, and reserves the bytes of the
/// array there. Returns nothing if no memory suffices.
std::optional<ir::Scope> NestValues::scope_of(std::vector<LinearExpression> const& extents, std::size_t n_fields,
                                              bool has_threads) {
  std::optional<long> const bytes = bytes_of(extents, n_fields, max_host_bytes);
  if (!options_.is_device) {
    std::optional<MappedLoops::Lanes> const lanes = loops_.open_lanes();
    long const all_bytes = thread_bytes_ + bytes.value_or(0) * (lanes ? lanes->count : 1);
    if (all_bytes >= max_host_bytes) return std::nullopt;
    thread_bytes_ = all_bytes;
    return has_threads ? ir::Scope::tile : ir::Scope::registers;
  }
  if (bytes && !has_threads && *bytes <= max_private_bytes) return ir::Scope::registers;
  long copies = 1;
  for (std::size_t level = 0; level < level_; ++level) copies *= mapping_.levels[level].block_size;
  if (bytes && has_threads && tile_bytes_ + *bytes * copies <= options_.tile_bytes) {
    tile_bytes_ += *bytes * copies;
    return ir::Scope::tile;
  }
  return ir::Scope::grid;
}

/// Returns the open loops over blocks and threads that do not belong to maps.
std::vector<MappedLoops::Lanes> NestValues::axes_of_reductions() const {
  std::vector<MappedLoops::Lanes> axes = loops_.open_axes();
  std::erase_if(axes, [&](MappedLoops::Lanes const& axis) {
    return std::ranges::any_of(outer_, [&](OuterLevel const& outer) { return outer.loops.thread.uses(axis.loop); });
  });
  return axes;
}

/// Adds an axis for each outer level, whose subscript is the number of the iteration among those that run at the same
/// time, and one for the threads and blocks of each reduction around the array.
void NestValues::add_outer_axes(InnerResult& result, std::vector<ir::ArrayAxis>& axes) {
  for (OuterLevel const& outer : outer_) {
    int const threads = outer.mapping.block_size, n_iterations = outer.mapping.span.count;
    LinearExpression subscript = outer.loops.thread, extent = linear(threads);
    if (outer.mapping.span.kind == SpanKind::points && n_iterations == 1) {
      subscript = outer.index;
      extent = outer.count;
    } else if (outer.mapping.span.kind == SpanKind::points) {
      ChunkCount const blocks{builder_.new_name("n_blocks"), {outer.count}, static_cast<long>(threads) * n_iterations};
      result_.chunk_counts.push_back(blocks);
      result_.kernel.parameters.push_back({blocks.parameter, ir::Type::int32});
      subscript += threads * outer.loops.block;
      extent = threads * linear(blocks.parameter);
    }
    result.subscripts.push_back(ir::make_linear(subscript));
    axes.push_back({.extent = extent});
  }
  for (MappedLoops::Lanes const& axis : axes_of_reductions()) {
    result.subscripts.push_back(ir::make_linear(linear(axis.loop)));
    axes.push_back({.extent = linear(axis.count)});
  }
}

/// Declares the arrays of the fields. `has_threads`: several threads of a block compute the elements.
std::optional<NestValues::InnerResult> NestValues::declare_inner_result(std::string const& name,
                                                                        std::vector<ir::Type> const& types,
                                                                        std::vector<LinearExpression> const& extents,
                                                                        bool has_threads) {
  InnerResult result{.types = types};
  std::optional<ir::Scope> const scope = scope_of(extents, types.size(), has_threads);
  if (!scope) return std::nullopt;
  ir::TypedArray declaration{.scope = *scope};
  bool const is_in_grid = *scope == ir::Scope::grid;
  if (is_in_grid) add_outer_axes(result, declaration.axes);
  for (LinearExpression const& bound : extents) {
    std::optional<long> const max = max_value(bound);
    declaration.axes.push_back({.extent = !is_in_grid && max ? linear(std::max(*max, 1L)) : bound});
  }
  std::vector<std::size_t> order = in_order(declaration.axes.size());
  if (is_in_grid) {
    if (int const fastest = level_with(mapping_, Dimension::x);
        fastest >= 0 && fastest < static_cast<int>(order.size()))
      std::rotate(order.begin() + fastest, order.begin() + fastest + 1, order.end());
  } else {
    result.lanes = loops_.open_lanes();
    for (std::string const& loop : builder_.loops())
      if (!result.lanes || loop != result.lanes->loop) declaration.copies.push_back(loop);
    if (result.lanes) declaration.axes.push_back({.extent = linear(result.lanes->count)});
    order = in_order(declaration.axes.size());
  }
  set_nesting(declaration.axes, order);
  for (ir::Type const type : result.types) {
    declaration.name = builder_.new_name(name + "_elements");
    declaration.type = type == ir::Type::boolean ? ir::Type::int32 : type;
    result.arrays.push_back(declaration.name);
    result_.kernel.arrays.push_back(declaration);
  }
  return result;
}

bool NestValues::is_known_at_launch(LinearExpression const& number) const {
  return std::ranges::all_of(number.factors,
                             [&](auto const& item) { return result_.kernel.find_parameter(item.first) != nullptr; });
}

bool NestValues::store_inner_result(int variable, NodePtr const& array) {
  if (!options_.stored.contains(variable) || split_.level != Split::none || !is_nest_of_maps(*array)) return false;
  std::vector<LinearExpression> extents;
  bool has_threads = false;
  for (std::size_t axis = 0; axis < array->extents.size(); ++axis) {
    NodePtr const& extent = array->extents[axis];
    if (!is_level_in_block(level_ + axis) || !extent) return false;
    std::optional<LinearExpression> const bound = ir::as_linear(integer(extent));
    if (!bound || !is_known_at_launch(*bound)) return false;
    extents.push_back(*bound);
    LevelMapping const& mapping = mapping_.levels[level_ + axis];
    has_threads = has_threads || (mapping.block_size > 1 && loops_.are_parallel(mapping.dimension));
  }
  std::optional<InnerResult> result =
      declare_inner_result(declared(variable).name, types_of(*array->type.element), extents, has_threads);
  if (!result) return false;
  InnerResult const* const enclosing = std::exchange(inner_result_, &*result);
  store(array, {});
  inner_result_ = enclosing;
  inner_results_[variable] = std::move(*result);
  arrays_.erase(variable);
  return true;
}

ExpressionPtr NestValues::inner_element(InnerResult const& result, std::size_t field,
                                        std::vector<ExpressionPtr> const& subscripts) const {
  std::vector<ExpressionPtr> all_subscripts = result.subscripts;
  all_subscripts.insert(all_subscripts.end(), subscripts.begin(), subscripts.end());
  if (result.lanes) all_subscripts.push_back(ir::make_linear(linear(result.lanes->loop)));
  return ir::make_element(result_.kernel.array(result.arrays[field]).type, result.arrays[field], all_subscripts);
}

void NestValues::store_inner(InnerResult const& result, Fields const& fields,
                             std::vector<ExpressionPtr> const& subscripts) {
  for (std::size_t n = 0; n < fields.size(); ++n) {
    ExpressionPtr const target = inner_element(result, n, subscripts);
    builder_.assign(target, in_memory(fields[n], target->type));
  }
}

Fields NestValues::element_of_inner(InnerResult const& result, std::vector<ExpressionPtr> const& subscripts) const {
  Fields fields;
  for (std::size_t n = 0; n < result.arrays.size(); ++n)
    fields.push_back(from_memory(inner_element(result, n, subscripts), result.types[n]));
  return fields;
}

} // namespace chemora::patterns
