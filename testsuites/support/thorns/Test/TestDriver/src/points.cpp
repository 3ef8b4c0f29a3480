// Writes and checks every point of a variable on this process.
#include "points.hpp"

#include "cctk_Parameters.h"

#include <complex>

namespace test_driver {

Box box_of(cGH const* gh, int group) {
  Box box;
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(gh, group, &data) != 0) CCTK_VERROR("no data of group %d", group);
  box.dimension = data.dim;
  box.is_grid_function = CCTK_GroupTypeI(group) == CCTK_GF;
  for (int d = 0; d < data.dim; ++d) {
    box.gsh[d] = data.gsh[d];
    box.lsh[d] = data.lsh[d];
    box.ash[d] = data.ash[d];
    box.lbnd[d] = data.lbnd[d];
    box.ghosts[d] = data.nghostzones[d];
    bool const has_ghosts = data.gsh[d] > 1;
    box.begin[d] = has_ghosts && !data.bbox[2 * d] ? data.nghostzones[d] : 0;
    box.end[d] = data.lsh[d] - (has_ghosts && !data.bbox[2 * d + 1] ? data.nghostzones[d] : 0);
    if (data.ubnd[d] != data.lbnd[d] + data.lsh[d] - 1) CCTK_VERROR("ubnd of group %d is wrong", group);
  }
  return box;
}

std::array<int, 3> owner_of(Box const& box, std::array<int, 3> global) {
  DECLARE_CCTK_PARAMETERS
  std::array<bool, 3> const wraps = {periodic_x != 0, periodic_y != 0, periodic_z != 0};
  for (int d = 0; d < 3; ++d) {
    if (!periodic || !wraps[d] || !box.is_grid_function || box.gsh[d] == 1) continue;
    int const period = box.gsh[d] - 2 * box.ghosts[d];
    global[d] = box.ghosts[d] + ((global[d] - box.ghosts[d]) % period + period) % period;
  }
  return global;
}

bool is_owned(Box const& box, std::array<int, 3> local) {
  for (int d = 0; d < 3; ++d)
    if (local[d] < box.begin[d] || local[d] >= box.end[d]) return false;
  return true;
}

void for_each_point(Box const& box, Visit const& visit) {
  for (int k = 0; k < box.lsh[2]; ++k)
    for (int j = 0; j < box.lsh[1]; ++j)
      for (int i = 0; i < box.lsh[0]; ++i)
        visit({i, j, k}, {box.lbnd[0] + i, box.lbnd[1] + j, box.lbnd[2] + k},
              i + box.ash[0] * (j + long{box.ash[1]} * k));
}

double value_at(int variable, std::array<int, 3> owner, int iteration) {
  return owner[0] + 50 * (owner[1] + 50 * (owner[2] + 50 * (iteration % 5 + 5 * (variable % 8))));
}

void write_point(void* data, int type, long offset, double value) {
  switch (type) {
  case CCTK_VARIABLE_REAL:
    static_cast<CCTK_REAL*>(data)[offset] = value;
    return;
  case CCTK_VARIABLE_REAL4:
    static_cast<CCTK_REAL4*>(data)[offset] = static_cast<CCTK_REAL4>(value);
    return;
  case CCTK_VARIABLE_INT:
    static_cast<CCTK_INT*>(data)[offset] = static_cast<CCTK_INT>(value);
    return;
  case CCTK_VARIABLE_COMPLEX:
    static_cast<CCTK_COMPLEX*>(data)[offset] = {value, 2 * value};
    return;
  default:
    CCTK_VERROR("type %d is not part of the test", type);
  }
}

bool holds(void const* data, int type, long offset, double value) {
  switch (type) {
  case CCTK_VARIABLE_REAL:
    return static_cast<CCTK_REAL const*>(data)[offset] == value;
  case CCTK_VARIABLE_REAL4:
    return static_cast<CCTK_REAL4 const*>(data)[offset] == static_cast<CCTK_REAL4>(value);
  case CCTK_VARIABLE_INT:
    return static_cast<CCTK_INT const*>(data)[offset] == static_cast<CCTK_INT>(value);
  case CCTK_VARIABLE_COMPLEX:
    return static_cast<CCTK_COMPLEX const*>(data)[offset] == CCTK_COMPLEX(value, 2 * value);
  default:
    CCTK_VERROR("type %d is not part of the test", type);
  }
}

void fill(cGH const* gh, int group, int iteration) {
  Box const box = box_of(gh, group);
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable) {
    void* const data = CCTK_VarDataPtrI(gh, 0, variable);
    for_each_point(box, [&](auto local, auto global, long offset) {
      double const value = is_owned(box, local) ? value_at(variable, owner_of(box, global), iteration) : -1;
      write_point(data, CCTK_VarTypeI(variable), offset, value);
    });
  }
}

void check(cGH const* gh, int group, int time_level, int iteration) {
  Box const box = box_of(gh, group);
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable) {
    void const* const data = CCTK_VarDataPtrI(gh, time_level, variable);
    for_each_point(box, [&](auto, auto global, long offset) {
      if (!holds(data, CCTK_VarTypeI(variable), offset, value_at(variable, owner_of(box, global), iteration)))
        CCTK_VERROR("%s, time level %d, is wrong at global point (%d, %d, %d) on process %d at iteration %d",
                    CCTK_FullVarName(variable), time_level, global[0], global[1], global[2], CCTK_MyProc(gh),
                    gh->cctk_iteration);
    });
  }
}

} // namespace test_driver
