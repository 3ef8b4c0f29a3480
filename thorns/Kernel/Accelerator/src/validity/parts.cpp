#include "parts.hpp"

#include <algorithm>

namespace accelerator {

namespace {

constexpr std::size_t n_zones = 5, n_blocks = n_zones * n_zones * n_zones;
using Zones = std::array<std::size_t, 3>;

Zones zones_of(std::size_t block) { return {block % n_zones, block / n_zones % n_zones, block / n_zones / n_zones}; }
std::size_t block_at(Zones const& zones) { return zones[0] + n_zones * (zones[1] + n_zones * zones[2]); }

/// All blocks that are in zone `zone` of direction `direction`.
Parts of_zone(std::size_t direction, std::size_t zone) {
  static auto const all = [] {
    std::array<std::array<Parts, n_zones>, 3> parts;
    for (std::size_t block = 0; block < n_blocks; ++block)
      for (std::size_t d = 0; d < 3; ++d) parts[d][zones_of(block)[d]].set(block);
    return parts;
  }();
  return all[direction][zone];
}

bool is_end(std::size_t zone) { return zone == 0 || zone == n_zones - 1; }
std::size_t side_of(std::size_t zone) { return zone < n_zones / 2 ? 0 : 1; }

/// Widths of the two zones at a face: the boundary or ghost zone, and the points next to it.
struct Widths {
  int end, next;
};

Widths widths(LocalBox const& box, std::size_t axis, std::size_t side) {
  if (box.extent[axis] == 1) return {0, 0};
  if (!box.is_outer[axis][side]) return {box.ghosts[axis], box.ghosts[axis]};
  constexpr int min_width = 2; // points that a radiative condition reads
  return {box.boundary[axis][side], std::max({min_width, box.ghosts[axis], box.boundary[axis][side]}) + 1};
}

std::array<int, 6> cuts(LocalBox const& box, std::size_t axis) {
  int const n = box.extent[axis];
  auto const low = widths(box, axis, 0), high = widths(box, axis, 1);
  int const first = std::min(low.end, n), last = std::max(first, n - high.end);
  int const inner = std::min(first + low.next, last);
  return {0, first, inner, std::max(inner, last - high.next), last, n};
}

} // namespace

std::int64_t Box::n_points() const {
  std::int64_t n = 1;
  for (std::size_t d = 0; d < 3; ++d) n *= std::max(0, upper[d] - lower[d]);
  return n;
}

Partition::Partition(LocalBox const& box) : box_(box) {
  if (box.is_divided)
    divide();
  else
    treat_as_one_block();
  for (auto const& [block, source] : filled_) {
    all_filled_.set(block);
    all_sources_ |= source;
  }
}

void Partition::treat_as_one_block() {
  for (std::size_t d = 0; d < 3; ++d) cuts_[d] = {0, 0, 0, box_.extent[d], box_.extent[d], box_.extent[d]};
  constexpr std::size_t middle = n_zones / 2;
  std::size_t const only = block_at({middle, middle, middle});
  has_points_.set(only, Box{{}, box_.extent}.n_points() > 0);
  for (Parts* part : {&interior_, &boundary_, &ghosts_, &next_to_boundary_, &sent_}) *part = all();
  filled_.push_back({only, Parts().set(only)});
}

void Partition::divide() {
  LocalBox const& box = box_;
  for (std::size_t d = 0; d < 3; ++d) cuts_[d] = cuts(box, d);
  for (std::size_t block = 0; block < n_blocks; ++block) {
    auto const zones = zones_of(block);
    bool is_boundary = false, is_ghost = false, is_next_to_boundary = false, is_sent = false, has_points = true;
    for (std::size_t d = 0; d < 3; ++d) {
      bool const is_outer = box.is_outer[d][side_of(zones[d])];
      has_points = has_points && cuts_[d][zones[d]] < cuts_[d][zones[d] + 1];
      is_boundary = is_boundary || (is_end(zones[d]) && is_outer);
      is_ghost = is_ghost || (is_end(zones[d]) && !is_outer);
      // In a thin box a single inner zone is next to both faces. In an even thinner box the points next to one face
      // extend into the boundary or ghost zone of the other face.
      bool const is_thin = cuts_[d][2] == cuts_[d][3];
      int const n_inside = cuts_[d][4] - cuts_[d][1];
      for (std::size_t side = 0; side < 2; ++side) {
        bool const is_other_face =
            is_end(zones[d]) && side_of(zones[d]) != side && n_inside < widths(box, d, side).next;
        bool const is_next =
            is_other_face || (!is_end(zones[d]) && (is_thin || (zones[d] != 2 && side_of(zones[d]) == side)));
        is_next_to_boundary = is_next_to_boundary || (is_next && box.is_outer[d][side]);
        is_sent = is_sent || (is_next && !box.is_outer[d][side]);
      }
    }
    has_points_.set(block, has_points);
    boundary_.set(block, is_boundary);
    ghosts_.set(block, is_ghost && !is_boundary);
    interior_.set(block, !is_ghost && !is_boundary);
    next_to_boundary_.set(block, is_next_to_boundary && !is_boundary);
    sent_.set(block, is_sent && !is_ghost);
    if (is_ghost) filled_.push_back({block, {}});
  }
  for (auto& [block, source] : filled_) source = source_of(block);
}

Parts Partition::source_of(std::size_t block) const {
  auto const zones = zones_of(block);
  Parts source;
  for (std::size_t other = 0; other < n_blocks; ++other) {
    auto const others = zones_of(other);
    bool is_source = true;
    for (std::size_t d = 0; d < 3; ++d) {
      bool const is_ghost = is_end(zones[d]) && !box_.is_outer[d][side_of(zones[d])];
      is_source = is_source && (is_ghost ? !is_end(others[d]) : others[d] == zones[d]);
    }
    source.set(other, is_source);
  }
  return source;
}

/// The blocks for which is_hit(begin, end, direction) holds in all directions; [begin, end) are the points of the
/// block.
template <class IsHit>
Parts Partition::blocks(IsHit const& is_hit) const {
  Parts found = has_points_;
  for (std::size_t d = 0; d < 3; ++d) {
    Parts hit;
    for (std::size_t zone = 0; zone < n_zones; ++zone)
      if (is_hit(cuts_[d][zone], cuts_[d][zone + 1], d)) hit |= of_zone(d, zone);
    found &= hit;
  }
  return found;
}

Parts Partition::covering(Box const& box) const {
  return blocks([&](int begin, int end, std::size_t d) { return begin < box.upper[d] && box.lower[d] < end; });
}

Parts Partition::within(Box const& box) const {
  return blocks([&](int begin, int end, std::size_t d) { return box.lower[d] <= begin && end <= box.upper[d]; });
}

// Starting at each remaining block, a box grows along x as far as possible, then along y, then along z.
std::vector<Box> Partition::boxes(Parts const& parts) const {
  std::vector<Box> found;
  Parts remaining = parts & has_points_;
  for (std::size_t block = 0; block < n_blocks; ++block) {
    if (!remaining[block]) continue;
    Zones const first = zones_of(block);
    Zones end{first[0] + 1, first[1] + 1, first[2] + 1};
    auto const are_remaining = [&](Zones const& from, Zones const& to) {
      for (std::size_t z = from[2]; z < to[2]; ++z)
        for (std::size_t y = from[1]; y < to[1]; ++y)
          for (std::size_t x = from[0]; x < to[0]; ++x) {
            std::size_t const at = block_at({x, y, z});
            if (has_points_[at] && !remaining[at]) return false;
          }
      return true;
    };
    for (std::size_t d = 0; d < 3; ++d)
      while (end[d] < n_zones) {
        Zones from = first, to = end;
        from[d] = end[d];
        to[d] = end[d] + 1;
        if (!are_remaining(from, to)) break;
        ++end[d];
      }
    Box box;
    for (std::size_t d = 0; d < 3; ++d) box.lower[d] = cuts_[d][first[d]], box.upper[d] = cuts_[d][end[d]];
    for (std::size_t z = first[2]; z < end[2]; ++z)
      for (std::size_t y = first[1]; y < end[1]; ++y)
        for (std::size_t x = first[0]; x < end[0]; ++x) remaining.reset(block_at({x, y, z}));
    found.push_back(box);
  }
  return found;
}

std::int64_t Partition::n_points(Parts const& parts) const {
  std::int64_t sum = 0;
  for (auto const& box : boxes(parts)) sum += box.n_points();
  return sum;
}

std::string Partition::faces(Parts const& parts, bool outer) const {
  std::string text;
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t side = 0; side < 2; ++side) {
      if (box_.is_outer[d][side] != outer) continue;
      for (std::size_t block = 0; block < n_blocks; ++block) {
        auto const zone = zones_of(block)[d];
        if (!parts[block] || !is_end(zone) || side_of(zone) != side) continue;
        text += std::string(" ") + "xyz"[d] + "-+"[side];
        break;
      }
    }
  return text;
}

std::string Partition::to_text(Parts const& blocks) const {
  if (is_everywhere(blocks)) return "everywhere";
  Parts const parts = blocks & has_points_;
  std::string text;
  auto const add = [&](std::string const& words) { text += (text.empty() ? "" : ", ") + words; };
  if ((parts & interior_).any()) add((interior_ & has_points_ & ~parts).none() ? "interior" : "part of the interior");
  if ((parts & boundary_).any()) add("boundary" + faces(parts & boundary_, true));
  if ((parts & ghosts_).any()) add("ghost zones" + faces(parts & ghosts_, false));
  return text.empty() ? "nowhere" : text;
}

} // namespace accelerator
