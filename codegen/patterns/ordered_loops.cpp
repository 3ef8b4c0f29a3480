#include "codegen/patterns/ordered_loops.hpp"

#include <algorithm>

namespace chemora::patterns {

using ir::linear;
using ir::LinearExpression;

namespace {

constexpr int chunk_size = ir::reduction_chunk;
constexpr int n_partial = ir::reduction_lanes;
constexpr int group_size = 32; ///< chunks, or groups of them, that are combined before the next level
/// Elements that a lane combines between a load and a store of its partial result. If a block has more lanes than
/// registers hold, only loops of at most 8 iterations keep it in registers (codegen/emit).
constexpr int rows_of_group = 8;
constexpr int max_levels = 4; ///< of groups; the outermost one has up to `max_group` items
constexpr int max_group = 64; ///< 1024 * 32^3 * 64 elements are more than int32 can count

long elements_of_item(int level) {
  long size = chunk_size;
  for (int n = 0; n < level; ++n) size *= group_size;
  return size;
}

} // namespace

struct OrderedLoops::Reduction {
  LevelMapping mapping{};
  std::string name{};
  ElementCount size{};
  Combination const& combination;
  std::function<Fields(LinearExpression const& element)> value{};
  std::function<Fields(LinearExpression const& chunk)> stored{}; ///< results of chunks, if they are not computed
  LinearExpression const& n_elements() const { return size.bound; }
  Fields combined(Fields const& left, LinearExpression const& element) const {
    Fields const next = value(element);
    return combination.combine(left, combination.single ? combination.single(next) : next);
  }
  Fields appended(Fields const& preceding, LinearExpression const& element) const {
    return combination.append ? combination.append(preceding, value(element)) : combined(preceding, element);
  }
  int n_threads() const {
    return mapping.dimension == Dimension::sequential ? 1 : std::min(mapping.block_size, n_partial);
  }
  bool is_interleaved() const { return combination.order == ir::ReductionOrder::interleaved; }
  /// Extents of the arrays of partial results. Threads are adjacent in interleaved reductions.
  int n_slow() const { return is_interleaved() ? n_partial / n_threads() : n_threads(); }
  int n_fast() const { return n_partial / n_slow(); }
  /// Whether one loop over the elements, whose order a schedule restores, can take the place of all others.
  bool can_be_ordered_by_schedule() const {
    return size.is_from_data && is_interleaved() && n_threads() == 1 && !stored && combination.types.size() == 1;
  }
};

LinearExpression OrderedLoops::open(std::string const& name) {
  std::string const loop = builder_.new_name(name);
  builder_.open(loop);
  builder_.add_at_least_0(linear(loop));
  return linear(loop);
}

/// Threads of a block share partial results; each has its own results of chunks. The lanes of an open vector loop are a
/// further axis, so that an access to an element reads or writes one vector.
OrderedLoops::Items OrderedLoops::declare_items(Reduction const& reduction, std::string const& suffix,
                                                std::vector<int> const& extents, bool is_shared) {
  std::optional<MappedLoops::Lanes> const lanes = loops_.open_lanes();
  std::vector<std::string> copies;
  for (std::string const& loop : builder_.loops())
    if (!lanes || loop != lanes->loop) copies.push_back(loop);
  std::vector<int> all_extents = extents;
  if (lanes) all_extents.push_back(lanes->count);
  Items arrays;
  for (ir::Type const type : reduction.combination.types) {
    arrays.push_back(builder_.new_name(reduction.name + suffix));
    ir::TypedArray array{.name = arrays.back(),
                         .type = type,
                         .scope = is_shared ? ir::Scope::tile : ir::Scope::registers,
                         .copies = copies};
    for (std::size_t axis = 0; axis < all_extents.size(); ++axis)
      array.axes.push_back(
          {.extent = linear(all_extents[axis]), .nesting = static_cast<int>(all_extents.size() - 1 - axis)});
    kernel_.arrays.push_back(std::move(array));
  }
  return arrays;
}

Fields OrderedLoops::items(Reduction const& reduction, Items const& arrays,
                           std::vector<LinearExpression> const& subscripts) const {
  std::vector<ir::ExpressionPtr> operands;
  for (LinearExpression const& subscript : subscripts) operands.push_back(ir::make_linear(subscript));
  std::size_t const n_axes = arrays.empty() ? 0 : kernel_.array(arrays[0]).axes.size();
  if (n_axes > subscripts.size()) operands.push_back(ir::make_linear(linear(loops_.open_lanes()->loop)));
  Fields fields;
  for (std::size_t n = 0; n < arrays.size(); ++n)
    fields.push_back(ir::make_element(reduction.combination.types[n], arrays[n], operands));
  return fields;
}

void OrderedLoops::combine(Reduction const& reduction, Items const& arrays, Lane const& left, Lane const& right) {
  Fields const target = items(reduction, arrays, {left.slow, left.fast});
  builder_.assign_together(target,
                           reduction.combination.combine(target, items(reduction, arrays, {right.slow, right.fast})));
}

/// Opens loops over the first `n_slow` and `n_fast` values of both subscripts of partial results.
OrderedLoops::Lane OrderedLoops::open_lanes(Reduction const& reduction, int n_slow, int n_fast) {
  bool const has_fast_threads = reduction.is_interleaved();
  auto const open_part = [&](int count, bool is_thread) {
    if (is_thread) return loops_.open_threads(reduction.mapping.dimension, reduction.name + "_thread", count);
    if (count == 1) return linear(0);
    LinearExpression const part = open(reduction.name + "_part");
    builder_.add_at_least_0(linear(count - 1) - part);
    return part;
  };
  Lane lane;
  lane.slow = open_part(n_slow, !has_fast_threads);
  lane.fast = open_part(n_fast, has_fast_threads);
  return lane;
}

/// Combines all partial results in element (0, 0). An interleaved reduction combines halves, another one neighbours.
void OrderedLoops::combine_partial(Reduction const& reduction, Items const& partial) {
  std::size_t const depth = builder_.loops().size();
  int const n_slow = reduction.n_slow(), n_fast = reduction.n_fast();
  bool const combines_halves = reduction.is_interleaved();
  for (int step = n_partial / 2; step > 0; step /= 2) {
    int const distance = combines_halves ? step : n_partial / 2 / step;
    bool const is_slow = distance >= n_fast;
    int const part = is_slow ? distance / n_fast : distance; // distance along its subscript
    Lane left, right;
    if (combines_halves) {
      left = is_slow ? open_lanes(reduction, part, n_fast) : open_lanes(reduction, 1, part);
    } else {
      left = is_slow ? open_lanes(reduction, n_slow / part / 2, 1) : open_lanes(reduction, n_slow, n_fast / part / 2);
      (is_slow ? left.slow : left.fast) *= 2L * part;
    }
    right = left;
    (is_slow ? right.slow : right.fast) += linear(part);
    combine(reduction, partial, left, right);
    builder_.close_to(depth);
  }
}

/// Combines the elements `element_of(n)` with the result in the order of n, which is less than `max_count`. The loops
/// are inside a vector loop. For each group of elements, the result is copied to temporaries and back, so that it
/// remains in registers for the group. `element_of` increases with n.
void OrderedLoops::combine_in_groups(Reduction const& reduction, Fields const& result, long max_count,
                                     std::function<LinearExpression(LinearExpression const& n)> const& element_of) {
  std::size_t const depth = builder_.loops().size();
  auto const require = [&](LinearExpression const& n) {
    builder_.add_at_least_0(linear(max_count - 1) - n);
    builder_.add_at_least_0(reduction.n_elements() - linear(1) - element_of(n));
  };
  LinearExpression const first = rows_of_group * open(reduction.name + "_group");
  require(first);
  std::size_t const depth_of_group = builder_.loops().size();
  Fields sums;
  for (ir::Type const type : reduction.combination.types)
    sums.push_back(builder_.scalar(builder_.new_name(reduction.name + "_sum"), type));
  builder_.assign_together(sums, result);
  LinearExpression const row = open(reduction.name + "_row");
  builder_.add_at_least_0(linear(rows_of_group - 1) - row);
  require(first + row);
  builder_.assign_together(sums, reduction.combined(sums, element_of(first + row)));
  builder_.close_to(depth_of_group);
  builder_.assign_together(result, sums);
  builder_.close_to(depth);
}

Fields OrderedLoops::chunk(Reduction const& reduction, LinearExpression const& number) {
  if (reduction.stored) return reduction.stored(number);
  int const n_slow = reduction.n_slow(), n_fast = reduction.n_fast();
  Items const partial = declare_items(reduction, "_partial", {n_slow, n_fast}, reduction.n_threads() > 1);
  std::size_t const depth = builder_.loops().size();
  Lane lane = open_lanes(reduction, n_slow, n_fast);
  builder_.assign_together(items(reduction, partial, {lane.slow, lane.fast}), reduction.combination.neutral);
  builder_.close_to(depth);

  // Rows after the largest size have no elements.
  long max_elements = chunk_size;
  if (reduction.is_interleaved()) max_elements = std::clamp(reduction.size.max, 1L, max_elements);
  long const max_rows = (max_elements - 1) / n_partial + 1;
  auto const element_of = [&](LinearExpression const& row) {
    LinearExpression const lane_number = n_fast * lane.slow + lane.fast;
    LinearExpression const place =
        reduction.is_interleaved() ? n_partial * row + lane_number : row + chunk_size / n_partial * lane_number;
    return chunk_size * number + place;
  };
  if (loops_.open_lanes()) {
    lane = open_lanes(reduction, n_slow, n_fast);
    combine_in_groups(reduction, items(reduction, partial, {lane.slow, lane.fast}), max_rows, element_of);
  } else {
    LinearExpression const row = open(reduction.name + "_row");
    builder_.add_at_least_0(linear(max_rows - 1) - row);
    lane = open_lanes(reduction, n_slow, n_fast);
    builder_.add_at_least_0(reduction.n_elements() - linear(1) - element_of(row));
    Fields const target = items(reduction, partial, {lane.slow, lane.fast});
    builder_.assign_together(target, reduction.combined(target, element_of(row)));
  }
  builder_.close_to(depth);

  combine_partial(reduction, partial);
  return items(reduction, partial, {linear(0), linear(0)});
}

/// Combines pairs of neighbours, then pairs of the results, and so on. Item `n` exists if the element
/// `size_of_item * (first_item + n)` exists.
void OrderedLoops::combine_chunks(Reduction const& reduction, Items const& arrays, int count, long size_of_item,
                                  LinearExpression const& first_item) {
  std::size_t const depth = builder_.loops().size();
  for (int distance = 1; distance < count; distance *= 2) {
    LinearExpression pair = open(reduction.name + "_pair");
    builder_.add_at_least_0(linear(count / (2 * distance) - 1) - pair);
    pair *= 2L * distance;
    builder_.add_at_least_0(reduction.n_elements() - linear(1) - size_of_item * (first_item + pair + linear(distance)));
    Fields const left = items(reduction, arrays, {pair});
    builder_.assign_together(left,
                             reduction.combination.combine(left, items(reduction, arrays, {pair + linear(distance)})));
    builder_.close_to(depth);
  }
}

/// Returns the result of the elements from `number * elements_of_item(level)`.
Fields OrderedLoops::group(Reduction const& reduction, int level, LinearExpression const& number) {
  if (level == 0) return chunk(reduction, number);
  int const count = level == max_levels ? max_group : group_size;
  Items const arrays = declare_items(reduction, "_results", {count}, false);
  std::size_t const depth = builder_.loops().size();
  long const size = elements_of_item(level - 1);
  LinearExpression const first = group_size * number;
  LinearExpression const item = open(reduction.name + "_chunk");
  builder_.add_at_least_0(linear(count - 1) - item);
  builder_.add_at_least_0(reduction.n_elements() - linear(1) - size * (first + item));
  Fields const value = group(reduction, level - 1, first + item);
  builder_.assign_together(items(reduction, arrays, {item}), value);
  builder_.close_to(depth);
  combine_chunks(reduction, arrays, count, size, first);
  return items(reduction, arrays, {linear(0)});
}

/// Combines the elements with the result one after another.
void OrderedLoops::combine_in_sequence(Reduction const& reduction, Fields const& result) {
  if (loops_.open_lanes()) {
    auto const number_of = [](LinearExpression const& n) { return n; };
    return combine_in_groups(reduction, result, std::numeric_limits<int>::max(), number_of);
  }
  std::size_t const depth = builder_.loops().size();
  LinearExpression const element = open(reduction.name);
  builder_.add_at_least_0(reduction.n_elements() - linear(1) - element);
  builder_.assign_together(result, reduction.appended(result, element));
  builder_.close_to(depth);
}

Fields OrderedLoops::result(Reduction const& reduction) {
  Fields result;
  for (ir::Type const type : reduction.combination.types)
    result.push_back(builder_.scalar(builder_.new_name(reduction.name + "_result"), type));
  builder_.assign_together(result, reduction.combination.neutral);
  bool const has_threads = reduction.n_threads() > 1 && loops_.are_parallel(reduction.mapping.dimension);
  bool const is_ordered_by_schedule = reduction.can_be_ordered_by_schedule() && !loops_.open_lanes();
  bool const is_free = reduction.combination.is_free && !has_threads && !reduction.stored;
  if (is_ordered_by_schedule && !is_free) kernel_.ordered.insert(result[0]->name);
  if (is_ordered_by_schedule || is_free) {
    combine_in_sequence(reduction, result);
    return result;
  }
  int levels = 0;
  while (levels < max_levels && elements_of_item(levels) < reduction.size.max) ++levels;
  Fields const value = group(reduction, levels, linear(0));
  ir::ExpressionPtr const is_some = ir::make_operation(ir::Op::less, {ir::make_integer(0), reduction.size.value});
  for (std::size_t n = 0; n < result.size(); ++n) builder_.assign(result[n], value[n], {is_some});
  return result;
}

Fields OrderedLoops::reduce(LevelMapping const& mapping, std::string const& name, ElementCount const& n_elements,
                            Combination const& combination,
                            std::function<Fields(LinearExpression const& element)> const& value) {
  return result({mapping, name, n_elements, combination, value});
}

Fields OrderedLoops::combine_stored(std::string const& name, ElementCount const& n_elements,
                                    Combination const& combination,
                                    std::function<Fields(LinearExpression const& chunk)> const& stored) {
  return result({{Dimension::sequential, 1, {SpanKind::all, 1}}, name, n_elements, combination, {}, stored});
}

void OrderedLoops::store_chunks(LevelMapping const& mapping, std::string const& name, ElementCount const& n_elements,
                                Combination const& combination,
                                std::function<Fields(LinearExpression const& element)> const& value,
                                LinearExpression const& block,
                                std::function<Fields(LinearExpression const& chunk)> const& stored) {
  std::size_t const depth = builder_.loops().size();
  LinearExpression const round = open(name + "_round");
  LinearExpression const number = mapping.span.count * round + block;
  builder_.add_at_least_0(n_elements.bound - linear(1) - chunk_size * number);
  Fields const result = chunk({mapping, name, n_elements, combination, value}, number);
  builder_.assign_together(stored(number), result);
  builder_.close_to(depth);
}

} // namespace chemora::patterns
