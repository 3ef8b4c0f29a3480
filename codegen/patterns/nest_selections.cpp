/// Filters and groups in kernels.
#include "codegen/patterns/lower_selection.hpp"
#include "codegen/patterns/nest_values.hpp"

#include <algorithm>
#include <bit>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;
using ir::Op;

namespace {

constexpr long min_chunk_size = ir::reduction_chunk;
constexpr long chunks_of_thread = 4; ///< at least, so that all threads end at about the same time
constexpr int n_search_steps = 31;   ///< halves the largest number of cells to 1
constexpr int threads_of_device = 32;
constexpr int max_levels = 16; ///< of patterns in conditions and values

ExpressionPtr binary(Op op, ExpressionPtr const& left, ExpressionPtr const& right) {
  return ir::make_operation(op, {left, right});
}

ExpressionPtr one() { return ir::make_integer(1); }

/// Each thread has chunks; patterns in conditions and values are sequential.
Mapping chunk_mapping(bool is_device) {
  Mapping mapping;
  mapping.levels.push_back({Dimension::x, is_device ? threads_of_device : 1, {SpanKind::points, 1}});
  mapping.levels.resize(max_levels, {Dimension::sequential, 1, {SpanKind::all, 1}});
  return mapping;
}

/// Returns the number of elements of a chunk. `n_elements` is the largest number of elements; negative: unknown.
long chunk_size_of(NestOptions const& options, long n_elements, long member_bytes) {
  constexpr long many = 1L << 30; // the numbers of all elements of all chunks must be integers
  if (options.is_device || n_elements < 0 || n_elements > many) return min_chunk_size;
  long const largest =
      std::min(options.chunk_bytes / member_bytes, n_elements / (chunks_of_thread * options.n_threads));
  return std::max(min_chunk_size, static_cast<long>(std::bit_floor(static_cast<unsigned long>(largest))));
}

} // namespace

struct NestValues::Selection {
  Node const& node;
  LoweredSelection& lowered;
  std::vector<ElementCount> counts{}; ///< of the generators
  std::size_t n_fields = 1;
  ir::Type type = ir::Type::real64;

  Pattern const& pattern() const { return *node.pattern; }
  LinearExpression n_elements() const { return linear(lowered.n_elements); }
  LinearExpression n_groups() const { return linear(lowered.n_groups); }
  LinearExpression n_chunks() const { return linear(lowered.n_chunks); }
  LinearExpression n_cells() const { return linear(lowered.n_cells); }
  long chunk_size() const { return lowered.chunk_size; }
  ExpressionPtr integer(std::string const& array, std::vector<ExpressionPtr> const& subscripts) const {
    return ir::make_element(ir::Type::int32, lowered.result + array, subscripts);
  }
  ExpressionPtr count(ExpressionPtr const& chunk, ExpressionPtr const& group) const {
    return integer(".counts", {chunk, group});
  }
  ExpressionPtr place(ExpressionPtr const& chunk, ExpressionPtr const& group) const {
    return integer(".places", {chunk, group});
  }
  ExpressionPtr next_place(ExpressionPtr const& chunk, ExpressionPtr const& group) const {
    return integer(".next_places", {chunk, group});
  }
  ExpressionPtr key(ExpressionPtr const& element) const { return integer(".element_keys", {element}); }
  ExpressionPtr start(ExpressionPtr const& cell) const { return integer(".starts", {cell}); }
  ExpressionPtr number(std::string const& array, std::vector<ExpressionPtr> subscripts, std::size_t field) const {
    if (n_fields > 1) subscripts.push_back(ir::make_integer(static_cast<long>(field)));
    return ir::make_element(type, array, std::move(subscripts));
  }
};

void NestValues::declare_array(std::string const& name, ir::Type type, std::vector<LinearExpression> extents,
                               std::size_t n_fields) {
  ir::TypedArray array{.name = name, .type = type, .is_argument = true, .scope = ir::Scope::grid};
  if (n_fields > 1) extents.push_back(linear(static_cast<long>(n_fields)));
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    array.axes.push_back({.extent = extents[axis], .nesting = static_cast<int>(extents.size() - 1 - axis)});
  result_.kernel.arrays.push_back(std::move(array));
}

/// Returns the largest number of elements of a selection; -1 if it is unknown.
long NestValues::max_elements(Selection const& selection) const {
  long n = 1;
  for (ElementCount const& count : selection.counts) {
    LinearExpression const size = *ir::as_linear(count.value);
    for (auto const& [name, factor] : size.factors)
      if (!options_.max_sizes.contains(name) || factor < 0) return -1;
    n *= std::max(0L, size.value(options_.max_sizes));
  }
  return n;
}

void NestValues::declare_selection(Selection& selection) {
  LoweredSelection& lowered = selection.lowered;
  for (std::string* const size : {&lowered.n_elements, &lowered.n_groups, &lowered.n_chunks, &lowered.n_cells})
    result_.kernel.parameters.push_back({*size, ir::Type::int32});
  for (Generator const& generator : selection.pattern().generators)
    selection.counts.push_back(count_of_generator(generator));
  for (ElementCount const& count : selection.counts)
    if (!ir::as_linear(count.value)) fail(selection.node, "selections whose sizes are no sums of sizes");
  Type const& element = *selection.node.type.element;
  Type const& member = element.kind == Kind::group ? *element.element : element;
  if (member.is_array() || member.kind == Kind::group) fail(selection.node, "filters of arrays");
  selection.type = memory_type(program_, member);
  selection.n_fields = types_of(member).size();
  long const member_bytes = ir::element_bytes(selection.type) * static_cast<long>(selection.n_fields);
  lowered.chunk_size = chunk_size_of(options_, max_elements(selection), member_bytes);
  LinearExpression const n = selection.n_elements(), groups = selection.n_groups(), chunks = selection.n_chunks();
  declare_array(lowered.result, selection.type, {n}, selection.n_fields);
  declare_array(lowered.first, ir::Type::int32, {groups + linear(1)}, 1);
  auto const declare_temporary = [&](std::string const& name, ir::Type type, std::vector<LinearExpression> extents,
                                     std::size_t n_fields) {
    lowered.temporaries.push_back(lowered.result + name);
    declare_array(lowered.temporaries.back(), type, std::move(extents), n_fields);
  };
  declare_temporary(".buffer", selection.type, {chunks, linear(selection.chunk_size())}, selection.n_fields);
  declare_temporary(".element_keys", ir::Type::int32, {n}, 1);
  for (char const* const name : {".counts", ".places", ".next_places"})
    declare_temporary(name, ir::Type::int32, {chunks, groups}, 1);
  declare_temporary(".starts", ir::Type::int32, {selection.n_cells() + linear(1)}, 1);
}

/// Opens a loop over the elements of a chunk, and sets the variables of the generators.
LinearExpression NestValues::open_elements(Selection const& selection, LinearExpression const& chunk) {
  std::string const row = builder_.new_name("row");
  builder_.open(row, linear(0), linear(selection.chunk_size() - 1));
  LinearExpression const element = selection.chunk_size() * chunk + linear(row);
  builder_.add_at_least_0(selection.n_elements() - linear(1) - element);
  define_generators(selection.pattern(), selection.counts, ir::make_linear(element));
  return element;
}

/// Returns a loop variable from 0 to the number of groups - 1.
ExpressionPtr NestValues::open_groups(Selection const& selection) {
  std::string const group = builder_.new_name("group");
  builder_.open(group, linear(0), selection.n_groups() - linear(1));
  return ir::make_name(ir::Type::int32, group);
}

void NestValues::count_members(Selection const& selection, LinearExpression const& chunk) {
  std::size_t const depth = builder_.loops().size();
  ExpressionPtr const number = ir::make_linear(chunk);
  builder_.assign(selection.count(number, open_groups(selection)), ir::make_integer(0));
  builder_.close_to(depth);

  ExpressionPtr const element = ir::make_linear(open_elements(selection, chunk));
  ExpressionPtr const key = builder_.scalar(builder_.new_name("key"), ir::Type::int32);
  Pattern const& pattern = selection.pattern();
  if (pattern.kind == PatternKind::filter)
    builder_.assign(
        key, ir::make_operation(Op::select, {value(pattern.body)[0], ir::make_integer(0), ir::make_integer(-1)}));
  else
    builder_.assign(key, value(pattern.key)[0]);
  ExpressionPtr const n_groups = ir::make_linear(selection.n_groups());
  ExpressionPtr const is_outside =
      binary(Op::logical_or, binary(Op::less, key, ir::make_integer(0)), binary(Op::less_equal, n_groups, key));
  builder_.assign(key, ir::make_integer(-1), {is_outside});
  builder_.assign(selection.key(element), key);
  ExpressionPtr const count = selection.count(number, key);
  builder_.assign(count, binary(Op::add, count, one()), {binary(Op::less_equal, ir::make_integer(0), key)});
  builder_.close_to(depth);
}

/// Copies the members of a chunk to the buffer, ordered by group.
void NestValues::sort_members(Selection const& selection, LinearExpression const& chunk) {
  std::size_t const depth = builder_.loops().size();
  ExpressionPtr const number = ir::make_linear(chunk);
  ExpressionPtr const total = builder_.scalar(builder_.new_name("members"), ir::Type::int32);
  builder_.assign(total, ir::make_integer(0));
  ExpressionPtr const group = open_groups(selection);
  builder_.assign(selection.place(number, group), total);
  builder_.assign(selection.next_place(number, group), total);
  builder_.assign(total, binary(Op::add, total, selection.count(number, group)));
  builder_.close_to(depth);

  ExpressionPtr const element = ir::make_linear(open_elements(selection, chunk));
  ExpressionPtr const key = builder_.scalar(builder_.new_name("key"), ir::Type::int32);
  builder_.assign(key, selection.key(element));
  loops::KernelBuilder::Condition const is_member(builder_, binary(Op::less_equal, ir::make_integer(0), key));
  Pattern const& pattern = selection.pattern();
  Fields const fields =
      pattern.kind == PatternKind::filter ? values_.at(pattern.generators[0].variable) : value(pattern.body);
  ExpressionPtr const place = builder_.scalar(builder_.new_name("place"), ir::Type::int32);
  builder_.assign(place, selection.next_place(number, key));
  for (std::size_t n = 0; n < fields.size(); ++n)
    builder_.assign(selection.number(selection.lowered.result + ".buffer", {number, place}, n),
                    in_memory(fields[n], selection.type));
  builder_.assign(selection.next_place(number, key), binary(Op::add, place, one()));
  builder_.close_to(depth);
}

/// Adds up the numbers of members. A cell is a chunk of a group.
void NestValues::add_up_members(Selection const& selection) {
  ExpressionPtr const total = builder_.scalar(builder_.new_name("total"), ir::Type::int32);
  builder_.assign(total, ir::make_integer(0));
  std::string const loop = builder_.new_name("cell");
  builder_.open(loop, linear(0), selection.n_cells() - linear(1));
  ExpressionPtr const cell = ir::make_name(ir::Type::int32, loop);
  ExpressionPtr const n_chunks = ir::make_linear(selection.n_chunks());
  ExpressionPtr const group = builder_.scalar(builder_.new_name("group_of_cell"), ir::Type::int32);
  ExpressionPtr const chunk = builder_.scalar(builder_.new_name("chunk_of_cell"), ir::Type::int32);
  builder_.assign(group, binary(Op::floor_divide, cell, n_chunks));
  builder_.assign(chunk, binary(Op::modulo, cell, n_chunks));
  auto const first = [&](ExpressionPtr const& number) {
    return ir::make_element(ir::Type::int32, selection.lowered.first, {number});
  };
  builder_.assign(first(group), total, {binary(Op::equal, chunk, ir::make_integer(0))});
  builder_.assign(selection.start(cell), total);
  builder_.assign(total, binary(Op::add, total, selection.count(chunk, group)));
  builder_.close_to(0);
  builder_.assign(selection.start(ir::make_linear(selection.n_cells())), total);
  builder_.assign(first(ir::make_linear(selection.n_groups())), total);
}

/// Returns the last cell that starts at the member or before it.
ExpressionPtr NestValues::find_cell(Selection const& selection, ExpressionPtr const& member) {
  std::size_t const depth = builder_.loops().size();
  ExpressionPtr const low = builder_.scalar(builder_.new_name("low"), ir::Type::int32);
  ExpressionPtr const high = builder_.scalar(builder_.new_name("high"), ir::Type::int32);
  builder_.assign(low, ir::make_integer(0));
  builder_.assign(high, binary(Op::subtract, ir::make_linear(selection.n_cells()), one()));
  builder_.open(builder_.new_name("step"), linear(0), linear(n_search_steps - 1));
  ExpressionPtr const middle = builder_.scalar(builder_.new_name("middle"), ir::Type::int32);
  ExpressionPtr const is_before = builder_.scalar(builder_.new_name("is_before"), ir::Type::boolean);
  // Without further cells, the middle is `low`, which does not change it.
  ExpressionPtr const distance = binary(Op::subtract, high, low);
  builder_.assign(
      middle, binary(Op::add, low, binary(Op::floor_divide, binary(Op::add, distance, one()), ir::make_integer(2))));
  builder_.assign(is_before, binary(Op::less_equal, selection.start(middle), member));
  builder_.assign(low, middle, {is_before});
  builder_.assign(high, binary(Op::subtract, middle, one()), {ir::make_operation(Op::logical_not, {is_before})});
  builder_.close_to(depth);
  return low;
}

/// Copies the members of a block, which has as many places as a chunk, from the buffer.
void NestValues::copy_members(Selection const& selection, LinearExpression const& block) {
  ExpressionPtr const begin = ir::make_linear(selection.chunk_size() * block);
  ExpressionPtr const last_place = ir::make_linear(selection.chunk_size() * block + linear(selection.chunk_size() - 1));
  ExpressionPtr const total = selection.start(ir::make_linear(selection.n_cells()));
  ExpressionPtr const last = builder_.scalar(builder_.new_name("last"), ir::Type::int32);
  builder_.assign(last, binary(Op::minimum, last_place, binary(Op::subtract, total, one())));
  ExpressionPtr const first_cell = find_cell(selection, begin), last_cell = find_cell(selection, last);
  ExpressionPtr const end_cell = builder_.scalar(builder_.new_name("end_cell"), ir::Type::int32);
  builder_.assign(end_cell, last_cell);
  builder_.assign(end_cell, ir::make_integer(-1), {binary(Op::less, last, begin)}); // a block without members

  std::string const loop = builder_.new_name("cell");
  builder_.open(loop, linear(first_cell->name), linear(end_cell->name));
  builder_.add_at_least_0(linear(loop));
  builder_.add_at_least_0(selection.n_cells() - linear(1) - linear(loop));
  ExpressionPtr const cell = ir::make_name(ir::Type::int32, loop), next = ir::make_linear(linear(loop) + linear(1));
  auto const scalar = [&](std::string const& name, ExpressionPtr const& number) {
    ExpressionPtr const result = builder_.scalar(builder_.new_name(name), ir::Type::int32);
    builder_.assign(result, number);
    return result;
  };
  ExpressionPtr const n_chunks = ir::make_linear(selection.n_chunks());
  ExpressionPtr const group = scalar("group_of_cell", binary(Op::floor_divide, cell, n_chunks));
  ExpressionPtr const chunk = scalar("chunk_of_cell", binary(Op::modulo, cell, n_chunks));
  ExpressionPtr const start = scalar("start", selection.start(cell));
  ExpressionPtr const offset = scalar("offset", binary(Op::subtract, selection.place(chunk, group), start));
  ExpressionPtr const from = scalar("from", binary(Op::maximum, start, begin));
  ExpressionPtr const to =
      scalar("to", binary(Op::minimum, last_place, binary(Op::subtract, selection.start(next), one())));

  std::string const member = builder_.new_name("member");
  builder_.open(member, linear(from->name), linear(to->name));
  builder_.add_at_least_0(linear(member) - selection.chunk_size() * block);
  builder_.add_at_least_0(selection.chunk_size() * block + linear(selection.chunk_size() - 1) - linear(member));
  builder_.add_at_least_0(selection.n_elements() - linear(1) - linear(member));
  ExpressionPtr const place = ir::make_name(ir::Type::int32, member);
  for (std::size_t n = 0; n < selection.n_fields; ++n)
    builder_.assign(selection.number(selection.lowered.result, {place}, n),
                    selection.number(selection.lowered.result + ".buffer", {chunk, binary(Op::add, place, offset)}, n));
}

void NestValues::store_selection(LoweredSelection& lowered) {
  result_.result = result_.kernel.name = lowered.result;
  reserve_names();
  if (value_->pattern->kind == PatternKind::group && !value_->pattern->n_groups) fail(*value_, "groups with any keys");
  Selection selection{.node = *value_, .lowered = lowered};
  declare_selection(selection);
  auto const open_chunks = [&](std::string const& name) {
    return loops_.open_level(mapping_.levels[0], name, linear(0), selection.n_chunks() - linear(1)).index;
  };
  LinearExpression const chunk = open_chunks("chunk");
  ++level_;
  count_members(selection, chunk);
  sort_members(selection, chunk);
  --level_;
  builder_.add_grid_barrier();
  add_up_members(selection);
  builder_.add_grid_barrier();
  copy_members(selection, open_chunks("block"));
  builder_.close_to(0);
  lowered.inputs = result_.inputs;
  lowered.chunk_counts = result_.chunk_counts;
  lowered.kernel = std::move(result_.kernel);
}

std::map<std::string, double> selection_sizes(LoweredSelection const& selection, long n_elements, long n_groups) {
  long const n_chunks = std::max(1L, (n_elements + selection.chunk_size - 1) / selection.chunk_size);
  return {{selection.n_elements, static_cast<double>(n_elements)},
          {selection.n_groups, static_cast<double>(n_groups)},
          {selection.n_chunks, static_cast<double>(n_chunks)},
          {selection.n_cells, static_cast<double>(n_groups * n_chunks)}};
}

LoweredSelection lower_selection(Program const& program, NodePtr const& value, std::string const& result,
                                 NestOptions const& options) {
  LoweredSelection lowered{.result = result,
                           .first = result + ".first",
                           .n_elements = result + ".elements",
                           .n_groups = result + ".groups",
                           .n_chunks = result + ".chunks",
                           .n_cells = result + ".cells"};
  Mapping const mapping = chunk_mapping(options.is_device);
  NestValues(program, mapping, options, value).store_selection(lowered);
  return lowered;
}

} // namespace chemora::patterns
