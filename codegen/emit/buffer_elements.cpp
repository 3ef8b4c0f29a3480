// Linear indices in the memory of a tile.
#include "codegen/emit/buffer_elements.hpp"

#include "codegen/emit/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace chemora::emit {

std::string step_text(int n) { return n == 0 ? "" : fmt::format(" {} {}", n < 0 ? '-' : '+', std::abs(n)); }

std::vector<int> BufferPlace::array_axes() const {
  std::vector<int> axes;
  for (int axis = 0; axis < 3; ++axis)
    if (axis != walk) axes.push_back(axis);
  return axes;
}

int BufferPlace::elements_of_plane() const {
  int n = 1;
  for (int axis : array_axes()) n *= extent[axis];
  return n;
}

BufferElements::BufferElements(ir::Loops const& loops) : loops_(loops) {
  std::vector<std::string> names;
  for (ir::Loop const& loop : loops.nest)
    for (ir::Buffer const& buffer : loop.buffers) names.push_back(buffer.name);
  auto const spelled = identifiers("kept_", names); // tile_x is where a tile begins
  for (ir::Loop const& loop : loops.nest)
    for (ir::Buffer const& buffer : loop.buffers)
      places_.push_back(
          {&buffer, spelled.at(buffer.name), ir::extent_of(buffer, loop, loops), loop.over_tiles ? -1 : loop.axis});
}

BufferPlace const* BufferElements::find(std::string const& name) const {
  auto const found = std::find_if(places_.begin(), places_.end(),
                                  [&](BufferPlace const& place) { return place.buffer->name == name; });
  return found == places_.end() ? nullptr : &*found;
}

std::string BufferElements::element(BufferPlace const& place, ir::Access const& access) const {
  if (!place.is_in_tile()) {
    auto const walk = static_cast<std::size_t>(place.walk);
    return fmt::format("{}_{}", place.identifier, access.index[walk].constant - place.buffer->halo.from[walk]);
  }
  int displacement = 0, distance = 1;
  for (int axis : place.array_axes()) {
    displacement += distance * access.index[axis].constant;
    distance *= place.extent[axis];
  }
  std::string const within = fmt::format("at_{}{}", place.identifier, step_text(displacement));
  if (place.walk < 0) return fmt::format("{}[{}]", place.identifier, within);
  int const steps = access.index[place.walk].constant;
  return fmt::format("{}[{} + {}]", place.identifier, plane(place, steps), within);
}

std::string BufferElements::from_first(BufferPlace const& place, int axis, int steps) const {
  bool const has_tiles = std::any_of(loops_.nest.begin(), loops_.nest.end(),
                                     [&](ir::Loop const& loop) { return loop.over_tiles && loop.axis == axis; });
  int const first = place.buffer->halo.from[axis];
  return fmt::format("{0} - {1}_{0}{2}", "xyz"[axis], has_tiles ? "tile" : "lower", step_text(steps - first));
}

std::string BufferElements::number_at_point(BufferPlace const& place) const {
  std::string text;
  int distance = 1;
  for (int axis : place.array_axes()) {
    std::string const index = from_first(place, axis, 0);
    text += text.empty() ? index : fmt::format(" + {}*({})", distance, index);
    distance *= place.extent[axis];
  }
  return text;
}

std::string BufferElements::plane(BufferPlace const& place, int steps) const {
  return fmt::format("({}) % {} * {}", from_first(place, place.walk, steps), place.extent[place.walk],
                     place.elements_of_plane());
}

} // namespace chemora::emit
