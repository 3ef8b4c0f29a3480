#include "codegen/patterns/mapped_loops.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::patterns {

using ir::linear;
using ir::LinearExpression;
using loops::Tag;

LinearExpression MappedLoops::open(std::string const& name, Tag tag, int axis) {
  std::string const loop = builder_.new_name(name);
  builder_.open(loop, tag, axis);
  builder_.add_at_least_0(linear(loop));
  return linear(loop);
}

LinearExpression MappedLoops::open_threads(Dimension dimension, std::string const& name, int count) {
  if (count == 1) return linear(0);
  Tag tag = dimension == Dimension::x && has_vectors_ ? Tag::vector : Tag::sequential;
  bool const is_thread = is_device_ && dimension != Dimension::sequential;
  if (is_thread) tag = Tag::thread_axis;
  LinearExpression const thread = open(name, tag, is_thread ? static_cast<int>(dimension) : 0);
  builder_.add_at_least_0(linear(count - 1) - thread);
  if (tag == Tag::vector) lanes_.push_back({builder_.loops().back(), count});
  if (tag == Tag::thread_axis) axes_.push_back({builder_.loops().back(), count});
  return thread;
}

std::optional<MappedLoops::Lanes> MappedLoops::open_lanes() const {
  for (Lanes const& lanes : lanes_)
    if (base::contains(builder_.loops(), lanes.loop)) return lanes;
  return std::nullopt;
}

std::vector<MappedLoops::Lanes> MappedLoops::open_axes() const {
  std::vector<Lanes> result;
  for (Lanes const& axis : axes_)
    if (base::contains(builder_.loops(), axis.loop)) result.push_back(axis);
  return result;
}

LinearExpression MappedLoops::open_blocks(Dimension dimension, std::string const& name, int count) {
  LinearExpression const block = open(name, Tag::block_axis, static_cast<int>(dimension));
  builder_.add_at_least_0(linear(count - 1) - block);
  axes_.push_back({builder_.loops().back(), count});
  return block;
}

LinearExpression MappedLoops::open_blocks_of(LevelMapping const& mapping, std::string const& name,
                                             LinearExpression const& n_iterations) {
  LinearExpression const block = open(name + "_block", Tag::block_axis, static_cast<int>(mapping.dimension));
  builder_.add_at_least_0(n_iterations - linear(1) -
                          static_cast<long>(mapping.block_size) * mapping.span.count * block);
  return block;
}

LevelIndex MappedLoops::open_level(LevelMapping const& mapping, std::string const& name, LinearExpression const& lower,
                                   LinearExpression const& upper, IterationGroups const& groups,
                                   OpenBlock const& block) {
  int const threads = mapping.block_size;
  bool const is_all = mapping.span.kind != SpanKind::points;
  LevelIndex level{.index = lower};
  auto const bound = [&] { builder_.add_at_least_0(upper - level.index); };
  if (!is_all) {
    level.block = block ? *block : open(name + "_block", Tag::block_axis, static_cast<int>(mapping.dimension));
    level.index += static_cast<long>(threads) * mapping.span.count * level.block;
    bound();
  }
  int group = std::max(1, groups.max_size / threads); // iterations of a thread
  if (!is_all) group = std::min(group, mapping.span.count);
  LinearExpression previous = linear(0); // iterations of the thread in earlier groups
  if (groups.start && (is_all || group < mapping.span.count)) {
    previous = group * open(name + "_group", Tag::sequential, 0);
    level.index += threads * previous;
    if (!is_all) builder_.add_at_least_0(linear(mapping.span.count - 1) - previous);
    bound();
  }
  if (groups.start) groups.start(level.index, threads * group);
  if (groups.start ? group > 1 : is_all || mapping.span.count > 1) {
    LinearExpression const iteration = open(name, Tag::sequential, 0);
    if (groups.start) builder_.add_at_least_0(linear(group - 1) - iteration);
    if (!is_all) builder_.add_at_least_0(linear(mapping.span.count - 1) - previous - iteration);
    level.index += threads * iteration;
    bound();
  }
  level.thread = open_threads(mapping.dimension, name + "_thread", threads);
  level.index += level.thread;
  bound();
  return level;
}

} // namespace chemora::patterns
