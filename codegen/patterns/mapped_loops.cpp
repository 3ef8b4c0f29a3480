#include "codegen/patterns/mapped_loops.hpp"

#include "framework/base/text.hpp"

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
  return thread;
}

std::optional<MappedLoops::Lanes> MappedLoops::open_lanes() const {
  for (Lanes const& lanes : lanes_)
    if (base::contains(builder_.loops(), lanes.loop)) return lanes;
  return std::nullopt;
}

LinearExpression MappedLoops::open_blocks(Dimension dimension, std::string const& name, int count) {
  LinearExpression const block = open(name, Tag::block_axis, static_cast<int>(dimension));
  builder_.add_at_least_0(linear(count - 1) - block);
  return block;
}

LinearExpression MappedLoops::open_level(LevelMapping const& mapping, std::string const& name,
                                         LinearExpression const& lower, LinearExpression const& upper) {
  int const threads = mapping.block_size;
  LinearExpression offset = linear(0);
  auto const bound = [&](LinearExpression const& part) { builder_.add_at_least_0(upper - lower - part); };
  if (mapping.span.kind == SpanKind::points) {
    LinearExpression block = open(name + "_block", Tag::block_axis, static_cast<int>(mapping.dimension));
    block *= static_cast<long>(threads) * mapping.span.count;
    offset += block;
    bound(offset);
  }
  bool const is_all = mapping.span.kind != SpanKind::points;
  if (is_all || mapping.span.count > 1) {
    LinearExpression iteration = open(name, Tag::sequential, 0);
    if (!is_all) builder_.add_at_least_0(linear(mapping.span.count - 1) - iteration);
    iteration *= threads;
    offset += iteration;
    bound(offset);
  }
  offset += open_threads(mapping.dimension, name + "_thread", threads);
  bound(offset);
  return lower + offset;
}

} // namespace chemora::patterns
