// What CaKernel takes of conditions that set the same points.
#include "run_kernels.hpp"

#include "account.hpp"
#include "faces/layers.hpp"

#include "cctk_Functions.h"

#include <omp.h>

#include <algorithm>
#include <array>
#include <utility>

namespace boundary {
namespace {

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
  auto const n_members = static_cast<int>(members.size());
  Kernels kernels;
  for (int face = 0; face < 2 * max_dim; ++face)
    for (Member const& member : members) kernels.add(target.cctkGH, member.faces[face]);
  // Several threads share whole layers: a part is less than a tile, and threads would meet after each.
  bool const is_whole = runs_on_device(*members.front().update) || omp_get_max_threads() > 1;
  std::vector<CCTK_INT> which, lower, upper;
  for (Layer const& layer : layers_in_turn(target.zones, n_members, is_whole)) {
    which.push_back(layer.face * n_members + layer.variable);
    lower.insert(lower.end(), layer.lower.begin(), layer.lower.end());
    upper.insert(upper.end(), layer.upper.begin(), layer.upper.end());
  }
  CaKernel_UpdateBoxes(target.cctkGH, kernels.kernels.data(), kernels.n_arrays.data(), kernels.variables.data(),
                       kernels.time_levels.data(), kernels.n_parameters.data(), kernels.parameters.data(), kernels.n(),
                       which.data(), lower.data(), upper.data(), static_cast<CCTK_INT>(which.size()));
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
