/// Prints the elements of buffers in tiles and registers.
#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace chemora::emit {

std::string step_text(int n) { return n == 0 ? "" : fmt::format(" {} {}", n < 0 ? '-' : '+', std::abs(n)); }

int EmittedBuffer::elements_of_plane() const {
  int n = 1;
  for (int axis : array_axes) n *= extent[axis];
  return n;
}

namespace {

/// Returns the axes of the loops over points inside `loop`, or all axes for a loop over tiles.
std::vector<int> axes_inside(ir::Loop const& loop, ir::Loops const& loops) {
  std::vector<int> axes;
  for (auto inner = loops.nest.rbegin(); &*inner != &loop && !inner->over_tiles; ++inner) axes.push_back(inner->axis);
  std::sort(axes.begin(), axes.end());
  return axes;
}

} // namespace

BufferElements::BufferElements(ir::Loops const& loops) : loops_(loops) {
  std::vector<std::string> names;
  for (ir::Loop const& loop : loops.nest)
    for (ir::Buffer const& buffer : loop.buffers) names.push_back(buffer.name);
  // The prefix `tile_` would collide with tile_x, the first point of a tile.
  auto const spelled = identifiers("kept_", names);
  for (ir::Loop const& loop : loops.nest)
    for (ir::Buffer const& buffer : loop.buffers)
      buffers_.push_back({&buffer, spelled.at(buffer.name), ir::extent_of(buffer, loop, loops),
                          loop.over_tiles ? -1 : loop.axis, axes_inside(loop, loops)});
}

EmittedBuffer const* BufferElements::find(std::string const& name) const {
  auto const found = std::find_if(buffers_.begin(), buffers_.end(),
                                  [&](EmittedBuffer const& buffer) { return buffer.buffer->name == name; });
  return found == buffers_.end() ? nullptr : &*found;
}

std::string BufferElements::element(EmittedBuffer const& buffer, ir::Access const& access) const {
  if (!buffer.is_in_tile()) {
    int const stream = buffer.stream;
    return fmt::format("{}_{}", buffer.identifier, access.index[stream].constant - buffer.buffer->halo.from[stream]);
  }
  int displacement = 0, distance = 1;
  for (int axis : buffer.array_axes) {
    displacement += distance * access.index[axis].constant;
    distance *= buffer.extent[axis];
  }
  std::string const within = fmt::format("at_{}{}", buffer.identifier, step_text(displacement));
  if (buffer.stream < 0) return fmt::format("{}[{}]", buffer.identifier, within);
  int const steps = access.index[buffer.stream].constant;
  return fmt::format("{}[{}{}]", buffer.identifier, plane(buffer, steps), within);
}

std::string BufferElements::from_first(EmittedBuffer const& buffer, int axis, int steps) const {
  bool const has_tiles = std::any_of(loops_.nest.begin(), loops_.nest.end(),
                                     [&](ir::Loop const& loop) { return loop.over_tiles && loop.axis == axis; });
  int const first = buffer.buffer->halo.from[axis];
  int const padding = axis == 0 && !ir::has_blocks(loops_) ? ir::row_padding(loops_) : 0;
  return fmt::format("{0} - {1}_{0}{2}", "xyz"[axis], has_tiles ? "tile" : "lower", step_text(steps - first + padding));
}

std::string BufferElements::number_at_point(EmittedBuffer const& buffer) const {
  std::string text;
  int distance = 1;
  for (int axis : buffer.array_axes) {
    std::string const index = from_first(buffer, axis, 0);
    text += text.empty() ? index : fmt::format(" + {}*({})", distance, index);
    distance *= buffer.extent[axis];
  }
  return text;
}

std::string BufferElements::plane(EmittedBuffer const& buffer, int steps) const {
  if (buffer.extent[buffer.stream] == 1) return {};
  return fmt::format("({}) % {} * {} + ", from_first(buffer, buffer.stream, steps), buffer.extent[buffer.stream],
                     buffer.elements_of_plane());
}

} // namespace chemora::emit
