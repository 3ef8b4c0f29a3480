// What CaKernel takes of conditions that set the same points.
#include "run_kernels.hpp"

#include "account.hpp"
#include "by_updates.hpp"
#include "faces/layers.hpp"

#include "cctk_Functions.h"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace boundary {
namespace {

// Kernels with their arrays, and the layers that they set, as CaKernel_UpdateBoxes takes them.
struct Launches {
  std::vector<std::size_t> members; // of the list of updates
  std::vector<CCTK_INT> kernels, n_arrays, variables, time_levels;
  std::vector<CCTK_INT> which, lower, upper;

  void add(cGH const* cctkGH, FaceKernel const& face) {
    kernels.push_back(CaKernel_BoxKernel(cctkGH, face.graph->c_str(), face.thin_axis));
    n_arrays.push_back(static_cast<CCTK_INT>(face.variables.size()));
    variables.insert(variables.end(), face.variables.begin(), face.variables.end());
    time_levels.insert(time_levels.end(), face.time_levels.begin(), face.time_levels.end());
  }
  void add(Layer const& layer) {
    which.push_back(layer.face * static_cast<CCTK_INT>(members.size()) + layer.variable);
    lower.insert(lower.end(), layer.lower.begin(), layer.lower.end());
    upper.insert(upper.end(), layer.upper.begin(), layer.upper.end());
  }
};

// Whether the same points of another array are set, and none is read that the others set.
bool may_join(Update const& a, Update const& b) {
  return a.target.variable != b.target.variable && !a.reads_others && !b.reads_others &&
         a.target.zones == b.target.zones;
}

// Every face is asked for, whether this process has points there or not.
Launches make_launches(std::vector<Update const*> const& updates, std::vector<std::size_t> members) {
  Update const& first = *updates[members.front()];
  Launches launches{std::move(members), {}, {}, {}, {}, {}, {}, {}};
  for (int face = 0; face < 2 * max_dim; ++face)
    for (std::size_t const member : launches.members)
      launches.add(first.target.cctkGH, updates[member]->on_device(face));
  // Several threads share whole layers: a part is less than a tile, and threads would meet after each.
  bool const is_whole = runs_on_device(first) || omp_get_max_threads() > 1;
  for (Layer const& layer : layers_in_turn(first.target.zones, static_cast<int>(launches.members.size()), is_whole))
    launches.add(layer);
  return launches;
}

std::vector<Launches> make_all_launches(std::vector<Update const*> const& updates) {
  std::vector<Launches> all;
  std::vector<std::size_t> members;
  for (std::size_t n = 0; n < updates.size(); ++n) {
    bool const joins = std::all_of(members.begin(), members.end(),
                                   [&](std::size_t member) { return may_join(*updates[member], *updates[n]); });
    if (!joins) all.push_back(make_launches(updates, std::exchange(members, {})));
    members.push_back(n);
  }
  if (!members.empty()) all.push_back(make_launches(updates, std::move(members)));
  return all;
}

void carry_out(std::vector<Update const*> const& updates, Launches const& launches) {
  std::vector<CCTK_INT> n_parameters;
  std::vector<CCTK_REAL> parameters;
  for (int face = 0; face < 2 * max_dim; ++face)
    for (std::size_t const member : launches.members) {
      auto const& give = updates[member]->parameters;
      auto const values = give ? give(face) : std::vector<CCTK_REAL>();
      n_parameters.push_back(static_cast<CCTK_INT>(values.size()));
      parameters.insert(parameters.end(), values.begin(), values.end());
    }
  CaKernel_UpdateBoxes(updates.front()->target.cctkGH, launches.kernels.data(), launches.n_arrays.data(),
                       launches.variables.data(), launches.time_levels.data(), n_parameters.data(), parameters.data(),
                       static_cast<CCTK_INT>(launches.kernels.size()), launches.which.data(), launches.lower.data(),
                       launches.upper.data(), static_cast<CCTK_INT>(launches.which.size()));
}

} // namespace

void run_kernels(std::vector<Update const*> const& updates) {
  if (updates.empty()) return;
  static ByUpdates<std::vector<Launches>> known;
  int const level = refinement_level(updates.front()->target.cctkGH);
  for (Launches const& launches : known.get(updates, level, [&] { return make_all_launches(updates); }))
    carry_out(updates, launches);
}

} // namespace boundary
