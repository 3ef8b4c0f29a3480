// Values that MoL combines: a time level of a grid variable, or memory of MoL's own for grid arrays.
#pragma once

#include "cctk.h"

#include <cstddef>
#include <vector>

namespace mol {

struct Place {
  int variable; // -1: memory
  int time_level;
  double* memory = nullptr;
};

struct Scaled {
  Place place;
  double factor;
};

inline Place level(int variable, int time_level) { return {variable, time_level}; }
inline Place own_memory(double* memory) { return {-1, 0, memory}; }

bool is_grid_function(int variable);
bool has_past_level(cGH const* cctkGH, int variable);

// The number of points of a variable that this process holds, ghost zones and padding included.
std::ptrdiff_t n_points(cGH const* cctkGH, int variable);

// target <- scale * target + sum of factor * place
struct Update {
  Place target;
  double scale;
  std::vector<Scaled> sources;
};

bool is_on_grid(Place const& place);
bool is_on_grid(Update const& update); // all of its places

// Tells CaKernel that right-hand sides come now, and then updates.
void await_update(cGH const* cctkGH);

// Carries out the updates one after another for the first n points: on the device where the variables are, if there is
// one that can do it (aliased function LinearCombination), on the host otherwise; Accelerator learns of it.
void update(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n);

// Whether it is on a device that grid functions are updated, in this run.
bool combines_on_device(cGH const* cctkGH);

// Values on the host, valid after require_on_host. Ends the run if a variable has no storage.
double* host_data(cGH const* cctkGH, Place const& place);

// Tells the thorn Accelerator, if it is active, what the host is about to read, or has written.
void require_on_host(cGH const* cctkGH, std::vector<Place> const& reads);
void written_on_host(cGH const* cctkGH, std::vector<Place> const& writes);

inline void copy(cGH const* cctkGH, Place target, Place source, std::ptrdiff_t n) {
  update(cctkGH, {{target, 0, {{source, 1}}}}, n);
}

} // namespace mol
