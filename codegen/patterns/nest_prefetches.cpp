/// Prefetches of elements of arguments into tile memory by the threads of a block (Lee et al., section V-B).
///
///     map(i < rows: sum(j < columns: m[i, j] * v[i]))       with the mapping `y 4 span 8 / x 32 span all`
///
/// The threads read the elements of `v` for the 32 rows of the block; adjacent threads read adjacent elements. Without
/// prefetches, the 32 threads along x would read the same element in each iteration.
#include "codegen/patterns/nest_values.hpp"

#include <algorithm>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;

namespace {

constexpr int group_size = 256; ///< iterations of an outer level for which elements are read together

int quotient_rounded_up(int a, int b) { return (a + b - 1) / b; }

} // namespace

/// Adds an element to the list if its subscripts are indices of outer levels plus numbers and are inside the array.
void NestValues::record_outer_element(int variable, std::vector<ExpressionPtr> const& subscripts) {
  OuterElement element{.variable = variable};
  std::vector<ir::ArrayAxis> const& axes = result_.kernel.array(declared(variable).name).axes;
  for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
    std::optional<LinearExpression> const subscript = ir::as_linear(subscripts[axis]);
    if (!subscript) return;
    auto const is_index = [&](OuterLevel const& outer) { return (*subscript - outer.index).is_constant(); };
    auto const outer = std::ranges::find_if(outer_, is_index);
    if (outer == outer_.end()) return;
    long const offset = (*subscript - outer->index).constant;
    LinearExpression const remaining = axes[axis].extent - outer->count - linear(offset);
    if (offset < 0 || !remaining.is_constant() || remaining.constant < 0) return;
    element.subscripts.push_back({static_cast<std::size_t>(outer - outer_.begin()), offset});
  }
  if (element.subscripts.empty()) return;
  bool const is_contiguous = std::ranges::all_of(element.subscripts, [&](OuterElement::Subscript const& each) {
    return each.level < element.level() || &each == &element.subscripts.back();
  });
  if (is_contiguous && std::ranges::find(outer_elements_, element) == outer_elements_.end())
    outer_elements_.push_back(std::move(element));
}

/// Returns the elements of an outer level that all iterations of inner levels may read.
std::vector<NestValues::OuterElement> NestValues::elements_of_level() {
  if (!are_outer_elements_known_) {
    NestValues recording(program_, mapping_, options_, value_);
    recording.is_recording_ = true;
    recording.store(result_.result);
    outer_elements_ = std::move(recording.outer_elements_);
    are_outer_elements_known_ = true;
  }
  std::vector<OuterElement> elements;
  for (OuterElement const& element : outer_elements_)
    if (element.level() == level_) elements.push_back(element);
  return elements;
}

/// Returns the prefetches of a level of a map. Its elements are prefetched if an inner level has threads along x.
IterationGroups NestValues::prefetches(LinearExpression const& count) {
  if (is_recording_ || !options_.is_device || !options_.has_prefetches || inner_result_) return {};
  int const x = level_with(mapping_, Dimension::x);
  bool const has_threads = x > static_cast<int>(level_) && mapping_.levels[static_cast<std::size_t>(x)].block_size > 1;
  if (!has_threads) return {};
  std::vector<OuterElement> const elements = elements_of_level();
  if (elements.empty()) return {};
  return {.max_size = group_size, .start = [this, elements, count](LinearExpression const& first, int size) {
            if (size > 1) prefetch(elements, first, size, count);
          }};
}

/// Adds the instructions that prefetch elements. Adjacent threads along x read adjacent elements. The threads of the
/// last round also read elements after the group, so that their range depends on the size of the array only.
void NestValues::prefetch(std::vector<OuterElement> const& elements, LinearExpression const& first, int size,
                          LinearExpression const& count) {
  std::size_t const depth = builder_.loops().size(), n_earlier = prefetched_.size();
  LevelMapping const& own = mapping_of_level();
  int const x_threads = mapping_.levels[static_cast<std::size_t>(level_with(mapping_, Dimension::x))].block_size;
  int const n_own = std::min(own.block_size, quotient_rounded_up(size, x_threads)), n_threads = n_own * x_threads;
  int const n_rounds = quotient_rounded_up(size, n_threads);
  for (OuterElement const& element : elements) declare_prefetched(element, first, n_rounds * n_threads);
  if (prefetched_.size() == n_earlier) return;
  LinearExpression place = linear(0);
  if (n_rounds > 1) {
    std::string const round = builder_.new_name("ahead");
    builder_.open(round, linear(0), linear(n_rounds - 1));
    place += n_threads * linear(round);
  }
  place += x_threads * loops_.open_threads(own.dimension, "ahead_thread", n_own);
  place += loops_.open_threads(Dimension::x, "ahead_x_thread", x_threads);
  builder_.add_at_least_0(count - linear(1) - first - place);
  for (std::size_t n = n_earlier; n < prefetched_.size(); ++n) {
    Prefetched const& prefetched = prefetched_[n];
    std::vector<ExpressionPtr> subscripts;
    for (OuterElement::Subscript const& each : prefetched.element.subscripts) {
      LinearExpression const index = each.level < level_ ? outer_[each.level].index : first + place;
      subscripts.push_back(ir::make_linear(index + linear(each.offset)));
    }
    store_inner(prefetched.tile, element_of_argument(prefetched.element.variable, subscripts),
                {ir::make_linear(place)});
  }
  builder_.close_to(depth);
}

/// Declares the tile of an element, unless tile memory is exhausted.
void NestValues::declare_prefetched(OuterElement const& element, LinearExpression const& first, int size) {
  Variable const& argument = declared(element.variable);
  InnerResult tile{.types = types_of(*argument.type.element)};
  long bytes = bytes_of_number * size * static_cast<long>(tile.types.size());
  for (OuterLevel const& outer : outer_) bytes *= outer.mapping.block_size;
  if (tile_bytes_ + bytes > options_.tile_bytes) return;
  tile_bytes_ += bytes;
  for (ir::Type const type : tile.types) {
    tile.arrays.push_back(builder_.new_name(argument.name + "_ahead"));
    result_.kernel.arrays.push_back({.name = tile.arrays.back(),
                                     .type = type == ir::Type::boolean ? ir::Type::int32 : type,
                                     .scope = ir::Scope::tile,
                                     .axes = {{.extent = linear(size)}},
                                     .copies = builder_.loops()});
  }
  prefetched_.push_back({element, std::move(tile), first});
}

/// Returns the element if it is in a tile.
std::optional<Fields> NestValues::prefetched_element(int variable, std::vector<ExpressionPtr> const& subscripts) const {
  for (Prefetched const& prefetched : prefetched_) {
    OuterElement const& element = prefetched.element;
    bool is_equal = element.variable == variable && element.level() < outer_.size();
    for (std::size_t axis = 0; is_equal && axis < subscripts.size(); ++axis) {
      OuterElement::Subscript const& each = element.subscripts[axis];
      std::optional<LinearExpression> const subscript = ir::as_linear(subscripts[axis]);
      is_equal = subscript && *subscript == outer_[each.level].index + linear(each.offset);
    }
    if (!is_equal) continue;
    return element_of_inner(prefetched.tile, {ir::make_linear(outer_[element.level()].index - prefetched.first)});
  }
  return std::nullopt;
}

} // namespace chemora::patterns
