#include "codegen/patterns/lower_nest.hpp"

#include "codegen/patterns/nest_values.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;

long ChunkCount::value(std::map<std::string, long> const& sizes) const {
  long n_elements = 1;
  for (LinearExpression const& count : counts) n_elements *= std::max(count.value(sizes), 0L);
  return (n_elements + chunk - 1) / chunk;
}

LoweredNest NestValues::lowered() && { return std::move(result_); }

void NestValues::declare_result(NodePtr const& node) {
  Type const& element = node->type.is_array() ? *node->type.element : node->type;
  if (element.is_array() || element.kind == Kind::group) fail(*node, "arrays of arrays of different sizes");
  for (NodePtr const& extent : node->extents)
    if (!extent) fail(*node, "arrays whose sizes follow from data");
  declare_argument(result_.result, memory_type(program_, element), node->extents, types_of(element).size());
}

void NestValues::reserve_names() {
  builder_.new_name(result_.result);
  for (Variable const& variable : program_.variables)
    if (variable.role != Role::local) builder_.new_name(variable.name);
}

void NestValues::store(std::string const& result) {
  result_.result = result_.kernel.name = result;
  reserve_names();
  declare_result(value_);
  for (std::size_t level = 0; level < mapping_.levels.size(); ++level)
    if (mapping_.levels[level].span.kind == SpanKind::split) split_.level = level;
  if (split_.level == Split::none || split_.only_counts)
    store(value_, {});
  else
    store_phases();
}

std::size_t NestValues::n_split_reductions() const {
  NestValues counting(program_, mapping_, options_, value_);
  counting.split_.only_counts = counting.is_recording_ = true;
  counting.store(result_.result);
  return counting.split_.n_reductions;
}

void NestValues::store_phases() {
  std::size_t const n_reductions = n_split_reductions();
  LevelMapping const& mapping = mapping_.levels[split_.level];
  for (split_.phase = 0; split_.phase <= n_reductions; ++split_.phase) {
    if (split_.phase > 0) builder_.add_grid_barrier();
    split_.n_reductions = level_ = 0;
    outer_.clear();
    try {
      if (split_.phase < n_reductions)
        split_.block = loops_.open_blocks(mapping.dimension, "split", mapping.span.count);
      store(value_, {});
    } catch (PhaseEnds const&) {
    }
    builder_.close_to(0);
  }
}

void NestValues::store(NodePtr const& node, std::vector<ExpressionPtr> const& subscripts) {
  if (node->kind == NodeKind::let) {
    define(node->variable, node->operands[0]);
    return store(node->operands[1], subscripts);
  }
  if (node->type.is_array()) {
    bool const is_map = node->kind == NodeKind::pattern &&
                        (node->pattern->kind == PatternKind::map || node->pattern->kind == PatternKind::zip);
    if (!is_map) fail(*node, "arrays that are no map");
    return store_map(*node, subscripts);
  }
  Fields const fields = value(node);
  if (inner_result_) return store_inner(*inner_result_, fields, subscripts);
  for (std::size_t n = 0; n < fields.size(); ++n) {
    std::vector<ExpressionPtr> all = subscripts;
    if (subscripts.empty()) all.push_back(ir::make_integer(0));
    if (fields.size() > 1) all.push_back(ir::make_integer(static_cast<long>(n)));
    ir::Type const memory = result_.kernel.array(result_.result).type;
    builder_.assign(ir::make_element(memory, result_.result, all), in_memory(fields[n], memory));
  }
}

LevelMapping const& NestValues::mapping_of_level() const {
  if (level_ < mapping_.levels.size()) return mapping_.levels[level_];
  throw base::InternalError(fmt::format("The mapping `{}` has no level {}.", to_text(mapping_), level_));
}

/// Opens the loops over blocks of all levels of maps, so that they contain the instructions of outer levels.
void NestValues::open_blocks_of_maps() {
  blocks_.clear();
  for (NodePtr node = value_; node->type.is_array() && blocks_.size() < mapping_.levels.size();) {
    if (node->kind == NodeKind::let) {
      node = node->operands[1];
      continue;
    }
    if (node->kind != NodeKind::pattern) return;
    LevelMapping const& mapping = mapping_.levels[blocks_.size()];
    std::string const& name = declared(node->pattern->generators[0].variable).name;
    std::optional<LinearExpression> const count = ir::as_linear(integer(value_->extents.at(blocks_.size())));
    bool const has_blocks = mapping.span.kind == SpanKind::points && count;
    blocks_.push_back(has_blocks ? OpenBlock(loops_.open_blocks_of(mapping, name, *count)) : OpenBlock());
    node = node->pattern->body;
  }
}

void NestValues::store_map(Node const& node, std::vector<ExpressionPtr> const& subscripts) {
  Pattern const& pattern = *node.pattern;
  std::size_t const depth = builder_.loops().size();
  if (level_ == 0) open_blocks_of_maps();
  ElementCount const count = count_of_generator(pattern.generators[0]);
  std::string const name = declared(pattern.generators[0].variable).name;
  LevelIndex const loops =
      loops_.open_level(mapping_of_level(), name, linear(0), count.bound - linear(1), prefetches(count.bound),
                        level_ < blocks_.size() && !inner_result_ ? blocks_[level_] : OpenBlock());
  LinearExpression const& index = loops.index;
  outer_.push_back({index, count.bound, mapping_of_level(), loops});
  ++level_;
  for (Generator const& generator : pattern.generators) define_generator(generator, ir::make_linear(index));
  std::vector<ExpressionPtr> all = subscripts;
  all.push_back(ir::make_linear(index));
  store(pattern.body, all);
  outer_.pop_back();
  std::erase_if(prefetched_, [&](Prefetched const& each) { return each.element.level() == outer_.size(); });
  --level_;
  builder_.close_to(depth);
}

LoweredNest lower_nest(Program const& program, NodePtr const& value, std::string const& result, Mapping const& mapping,
                       NestOptions const& options) {
  NestValues values(program, mapping, options, value);
  values.store(result);
  return std::move(values).lowered();
}

} // namespace chemora::patterns
