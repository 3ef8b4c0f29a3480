// Layer by layer, some planes after the other.
#include "run_kernels.hpp"

#include "account.hpp"

#include "cctk_Functions.h"

#include <omp.h>

#include <algorithm>
#include <array>
#include <utility>

namespace boundary {
namespace {

// In the order in which they are set.
struct Boxes {
  std::vector<CCTK_INT> update, lower, upper;

  CCTK_INT n() const { return static_cast<CCTK_INT>(update.size()); }
  // The layers of a zone from the inside, each a box.
  void add_layers(CCTK_INT of, Zone const& zone) {
    for (int layer = 1; layer <= zone.n; ++layer) {
      Index from = zone.lower, to = zone.upper;
      from[zone.direction] = zone.first_interior + layer * zone.outward;
      to[zone.direction] = from[zone.direction] + 1;
      update.push_back(of);
      lower.insert(lower.end(), from.begin(), from.end());
      upper.insert(upper.end(), to.begin(), to.end());
    }
  }
};

// Kernels with their arrays and parameters, as CaKernel_UpdateBoxes takes them.
struct Kernels {
  std::vector<CCTK_INT> kernels, n_arrays, variables, time_levels, n_parameters;
  std::vector<CCTK_REAL> parameters;

  CCTK_INT n() const { return static_cast<CCTK_INT>(kernels.size()); }
  void add(cGH const* cctkGH, FaceKernel const& face) {
    kernels.push_back(CaKernel_BoxKernel(cctkGH, face.graph->c_str(), face.thin_axis));
    n_arrays.push_back(static_cast<CCTK_INT>(face.variables.size()));
    n_parameters.push_back(static_cast<CCTK_INT>(face.parameters.size()));
    variables.insert(variables.end(), face.variables.begin(), face.variables.end());
    time_levels.insert(time_levels.end(), face.time_levels.begin(), face.time_levels.end());
    parameters.insert(parameters.end(), face.parameters.begin(), face.parameters.end());
  }
};

int face_of(Zone const& zone) { return 2 * zone.direction + (zone.outward > 0); }

// A point reads nothing beside its normal: zones may be set in parts that are cut across this direction.
int cut_across(Zone const& zone) { return zone.direction == 2 ? 1 : 2; }

// How thick these parts are, so that a second-level cache holds what one of them touches of some arrays. Several
// threads share whole layers: a part is less than a tile, and threads would meet after each.
int thickness(Zone const& zone, bool is_on_device) {
  constexpr int lines_at_once = 512, points_per_line = 8;
  int const across = cut_across(zone), whole = zone.upper[across] - zone.lower[across];
  if (is_on_device || omp_get_max_threads() > 1) return whole;
  int const row = zone.upper[0] - zone.lower[0], rows = zone.upper[1] - zone.lower[1];
  int const lines = zone.direction == 0 ? rows : zone.n * (row / points_per_line + 1);
  return std::max(1, lines_at_once / lines);
}

// Both faces of a direction in turn, too: the end of a row and the beginning of the next may lie in one cache line.
void add_direction(Boxes& boxes, std::vector<Zone> const& zones, CCTK_INT n_variables, bool is_on_device) {
  if (zones.empty()) return;
  int const across = cut_across(zones.front()), step = thickness(zones.front(), is_on_device);
  for (int begin = zones.front().lower[across]; begin < zones.front().upper[across]; begin += step)
    for (CCTK_INT variable = 0; variable < n_variables; ++variable)
      for (Zone zone : zones) {
        zone.lower[across] = begin;
        zone.upper[across] = std::min(begin + step, zone.upper[across]);
        boxes.add_layers(face_of(zone) * n_variables + variable, zone);
      }
}

// One of the updates with its kernels by face.
struct Member {
  Update const* update;
  std::array<FaceKernel, 2 * max_dim> faces;
};

Member make_member(Update const& update) {
  Member member{&update, {}};
  for (int face = 0; face < 2 * max_dim; ++face) member.faces[face] = update.on_device(face);
  return member;
}

// Whether the same points of another array are set, and none is read that the others set.
bool may_join(std::vector<Member> const& others, Member const& member) {
  return std::all_of(others.begin(), others.end(), [&](Member const& other) {
    Update const &a = *other.update, &b = *member.update;
    return a.target.variable != b.target.variable && !a.reads_others && !b.reads_others &&
           a.target.zones == b.target.zones;
  });
}

// Every face is asked for, whether this process has points there or not.
void run_together(std::vector<Member> const& members) {
  Target const& target = members.front().update->target;
  bool const is_on_device = runs_on_device(*members.front().update);
  Kernels kernels;
  for (int face = 0; face < 2 * max_dim; ++face)
    for (Member const& member : members) kernels.add(target.cctkGH, member.faces[face]);
  Boxes boxes;
  for (int direction = 0; direction < max_dim; ++direction) {
    std::vector<Zone> zones;
    for (Zone const& zone : target.zones)
      if (zone.direction == direction) zones.push_back(zone);
    add_direction(boxes, zones, static_cast<CCTK_INT>(members.size()), is_on_device);
  }
  CaKernel_UpdateBoxes(target.cctkGH, kernels.kernels.data(), kernels.n_arrays.data(), kernels.variables.data(),
                       kernels.time_levels.data(), kernels.n_parameters.data(), kernels.parameters.data(), kernels.n(),
                       boxes.update.data(), boxes.lower.data(), boxes.upper.data(), boxes.n());
}

} // namespace

void run_kernels(std::vector<Update const*> const& updates) {
  std::vector<Member> members;
  for (Update const* update : updates) {
    Member member = make_member(*update);
    if (!may_join(members, member)) {
      run_together(members);
      members.clear();
    }
    members.push_back(std::move(member));
  }
  if (!members.empty()) run_together(members);
}

} // namespace boundary
