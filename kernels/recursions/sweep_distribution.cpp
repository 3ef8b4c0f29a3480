#include "kernels/recursions/sweep_distribution.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

namespace chemora::recursions {

namespace {

using base::Box;

/// The local indices of points that are not ghost zones.
Box owned_points(launch::LocalGrid const& grid) {
  Box owned{{0, 0, 0}, grid.extent};
  for (int axis = 0; axis < 3; ++axis) {
    std::size_t const d = static_cast<std::size_t>(axis);
    if (grid.scalars.global_size[d] <= 1) continue;
    if (!grid.is_outer[d][0]) owned.lower[axis] += grid.ghosts[axis];
    if (!grid.is_outer[d][1]) owned.upper[axis] -= grid.ghosts[axis];
  }
  return owned;
}

Box shifted(Box box, base::Index3 const& by, int factor) {
  for (int axis = 0; axis < 3; ++axis) {
    box.lower[axis] += factor * by[axis];
    box.upper[axis] += factor * by[axis];
  }
  return box;
}

std::string to_words(Box const& box) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) text += fmt::format("{} {} ", box.lower[axis], box.upper[axis]);
  return text;
}

Box box_from(std::istringstream& words) {
  Box box;
  for (int axis = 0; axis < 3; ++axis) words >> box.lower[axis] >> box.upper[axis];
  return box;
}

bool are_equal_along(Box const& a, Box const& b, int axis) {
  return a.lower[axis] == b.lower[axis] && a.upper[axis] == b.upper[axis];
}

} // namespace

Box SweepDistribution::Part::computed(Axes const& axes) const {
  Box box = owned;
  for (int axis = 0; axis < 3; ++axis)
    if (!axes[static_cast<std::size_t>(axis)]) box.lower[axis] = local.lower[axis], box.upper[axis] = local.upper[axis];
  return box;
}

SweepDistribution::SweepDistribution(launch::LocalGrid const& grid, Processes& processes, device::Device& device)
    : grid_(grid), processes_(processes), device_(device) {
  base::Index3 const lower = grid.scalars.lower_global;
  std::string const own_text = to_words(shifted(owned_points(grid), lower, 1)) + to_words(shifted(local(), lower, 1));
  for (std::string const& text : processes.all_gather(own_text)) {
    std::istringstream words(text);
    Part part{.owned = box_from(words)};
    part.local = box_from(words);
    if (part.owned.is_empty())
      throw base::UserError(
          fmt::format("Process {} has no points of the grid, which a sweep cannot handle. Start fewer "
                      "processes.",
                      parts_.size()));
    parts_.push_back(part);
  }
}

Box SweepDistribution::from_global(Box box) const { return shifted(box, grid_.scalars.lower_global, -1); }

Box SweepDistribution::computed(Axes const& axes) const { return from_global(own().computed(axes)); }

int SweepDistribution::n_parts(int axis) const {
  std::set<int> lower;
  for (Part const& part : parts_) lower.insert(part.owned.lower[axis]);
  return static_cast<int>(lower.size());
}

int SweepDistribution::neighbour(int axis, int side) const {
  if (grid_.is_outer[static_cast<std::size_t>(axis)][side < 0 ? 0 : 1]) return -1;
  Box const& here = own().owned;
  for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
    Box const& there = parts_[rank].owned;
    bool is_adjacent = side < 0 ? there.upper[axis] == here.lower[axis] : there.lower[axis] == here.upper[axis];
    for (int other = 0; other < 3; ++other)
      is_adjacent = is_adjacent && (other == axis || are_equal_along(here, there, other));
    if (is_adjacent) return static_cast<int>(rank);
  }
  throw base::UserError(fmt::format("Process {} has no adjacent process along {} with the same points along the other "
                                    "axes. A sweep needs a driver that divides each axis at the same points for all "
                                    "processes, such as PUGH.",
                                    processes_.rank(), "xyz"[axis]));
}

void SweepDistribution::receive(int from, std::span<device::ArrayBox const> boxes) const {
  std::vector<std::byte> message(device::bytes_of(boxes));
  processes_.receive(from, message);
  device_.unpack(boxes, message.data());
}

void SweepDistribution::send(int to, std::span<device::ArrayBox const> boxes) const {
  std::vector<std::byte> message(device::bytes_of(boxes));
  device_.pack(message.data(), boxes);
  processes_.send(to, std::move(message));
}

void SweepDistribution::exchange(std::vector<void*> const& arrays, Axes const& axes) const {
  auto const boxes_of = [&](Box const& global) {
    std::vector<device::ArrayBox> boxes;
    for (void* const array : arrays) boxes.push_back(box_of(array, from_global(global)));
    return boxes;
  };
  Box const computed_here = own().computed(axes);
  std::vector<std::pair<int, Box>> received;
  for (std::size_t rank = 0; rank < parts_.size() && !arrays.empty(); ++rank) {
    Part const& other = parts_[rank];
    bool has_same_lines = static_cast<int>(rank) != processes_.rank();
    for (int axis = 0; axis < 3; ++axis)
      has_same_lines =
          has_same_lines && (axes[static_cast<std::size_t>(axis)] || are_equal_along(own().owned, other.owned, axis));
    if (!has_same_lines) continue;
    Box const sent = intersect(computed_here, other.local), wanted = intersect(other.computed(axes), own().local);
    if (!sent.is_empty()) send(static_cast<int>(rank), boxes_of(sent));
    if (!wanted.is_empty()) received.emplace_back(static_cast<int>(rank), wanted);
  }
  for (auto const& [rank, box] : received) receive(rank, boxes_of(box));
  processes_.finish_sends();
}

} // namespace chemora::recursions
