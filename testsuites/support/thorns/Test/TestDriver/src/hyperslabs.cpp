// Checks every value of hyperslabs. The slabs are lines, planes, diagonals and whole grids, with strides 1 and above,
// on one process and on all processes.
#include "points.hpp"

#include "cctk_Arguments.h"

#include <algorithm>
#include <vector>

namespace {

using namespace test_driver;

struct Request {
  int dimension;
  std::vector<CCTK_INT> direction, origin, extent, downsample;
};

struct Subject {
  cGH const* gh;
  int variable;
  Box box;
};

// Returns the global indices of the points in a slab, computed from the definition of hyperslabs. Periodic images are
// excluded.
std::vector<std::array<int, 3>> points_of(Subject const& subject, Request const& request) {
  std::vector<std::array<int, 3>> points;
  std::array<int, 3> h{}, limit = {1, 1, 1};
  Box const& box = subject.box;
  for (int i = 0; i < request.dimension; ++i) limit[i] = 1000;
  for (h[2] = 0; h[2] < limit[2]; ++h[2])
    for (h[1] = 0; h[1] < limit[1]; ++h[1])
      for (h[0] = 0; h[0] < limit[0]; ++h[0]) {
        std::array<int, 3> point{};
        std::array<bool, 3> is_crossed{};
        bool is_inside = true;
        for (int d = 0; d < box.dimension; ++d) point[d] = request.origin[d];
        for (int i = 0; i < request.dimension; ++i)
          for (int d = 0; d < box.dimension; ++d) {
            int const step = request.direction[i * box.dimension + d];
            point[d] += h[i] * step * request.downsample[i];
            is_crossed[d] = is_crossed[d] || step != 0;
            if (step != 0 && point[d] >= box.gsh[d]) is_inside = false, limit[i] = std::min(limit[i], h[i]);
            if (step != 0 && request.extent[i] >= 0 && h[i] * request.downsample[i] >= request.extent[i])
              is_inside = false;
          }
        if (!is_inside) continue;
        auto const owner = owner_of(box, point);
        for (int d = 0; d < box.dimension; ++d) {
          if (is_crossed[d] && owner[d] != point[d]) is_inside = false;
          if (!is_crossed[d]) point[d] = owner[d];
        }
        if (is_inside) points.push_back(point);
      }
  return points;
}

void check_slab(Subject const& subject, Request const& request, int iteration) {
  auto const points = points_of(subject, request);
  CCTK_INT size[3] = {1, 1, 1};
  int const mapping = Hyperslab_GlobalMappingByIndex(
      subject.gh, subject.variable, request.dimension, request.direction.data(), request.origin.data(),
      request.extent.data(), request.downsample.data(), -1, nullptr, size);
  std::size_t const n = static_cast<std::size_t>(size[0]) * size[1] * size[2];
  if (mapping < 0 || n != points.size())
    CCTK_VERROR("A slab of %zu points, not %zu (mapping %d)", n, points.size(), mapping);
  for (int destination = -1; destination < CCTK_nProcs(subject.gh); destination += CCTK_nProcs(subject.gh)) {
    std::vector<CCTK_REAL> values(n, -7);
    std::vector<CCTK_REAL4> narrow(n, -7);
    CCTK_INT const procs[] = {destination, destination}, variables[] = {subject.variable, subject.variable};
    CCTK_INT const types[] = {CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL4};
    CCTK_POINTER const data[] = {values.data(), narrow.data()};
    CCTK_INT codes[] = {-1, -1};
    if (Hyperslab_GetList(subject.gh, mapping, 2, procs, variables, nullptr, types, data, codes) != 2 || codes[0] ||
        codes[1])
      CCTK_ERROR("Hyperslab_GetList");
    bool const is_mine = destination < 0 || destination == CCTK_MyProc(subject.gh);
    for (std::size_t i = 0; is_mine && i < n; ++i) {
      double const expected = value_at(subject.variable, points[i], iteration);
      if (values[i] != expected || narrow[i] != static_cast<CCTK_REAL4>(expected))
        CCTK_VERROR("%s: value %zu of a slab is %g, not %g", CCTK_FullVarName(subject.variable), i, values[i],
                    expected);
    }
  }
  // Without a list of destination processes, only process 0 receives the values.
  std::vector<CCTK_REAL> values(CCTK_MyProc(subject.gh) == 0 ? n : 0);
  CCTK_INT const variables[] = {subject.variable};
  CCTK_POINTER const data[] = {values.data()};
  if (Hyperslab_GetList(subject.gh, mapping, 1, nullptr, variables, nullptr, nullptr, data, nullptr) != 1)
    CCTK_ERROR("Hyperslab_GetList without destinations");
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != value_at(subject.variable, points[i], iteration))
      CCTK_ERROR("a slab with process 0 as its only destination");
  if (Hyperslab_FreeMapping(mapping) != 0 || Hyperslab_FreeMapping(mapping) != -1) CCTK_ERROR("Hyperslab_FreeMapping");
}

// The local part of a slab contains the points of this process. The offset is the index of the first local point in the
// whole slab.
void check_local(Subject const& subject, int iteration) {
  CCTK_INT const direction[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, origin[] = {0, 0, 0}, extent[] = {-1, -1, -1};
  CCTK_INT local[3], global[3], offset[3];
  int const mapping = Hyperslab_LocalMappingByIndex(subject.gh, subject.variable, 3, direction, origin, extent, nullptr,
                                                    -1, nullptr, local, global, offset);
  if (mapping < 0) CCTK_ERROR("Hyperslab_LocalMappingByIndex");
  std::vector<CCTK_REAL> values(static_cast<std::size_t>(local[0]) * local[1] * local[2]);
  if (Hyperslab_Get(subject.gh, mapping, -1, subject.variable, 0, CCTK_VARIABLE_REAL, values.data()) != 0)
    CCTK_ERROR("Hyperslab_Get");
  std::size_t n = 0;
  for (int k = 0; k < local[2]; ++k)
    for (int j = 0; j < local[1]; ++j)
      for (int i = 0; i < local[0]; ++i) {
        std::array<int, 3> point = {offset[0] + i, offset[1] + j, offset[2] + k};
        for (int d = 0; d < 3; ++d)
          point[d] += (subject.box.gsh[d] - global[d]) / 2; // the slab excludes periodic images at both ends
        if (values[n++] != value_at(subject.variable, owner_of(subject.box, point), iteration))
          CCTK_ERROR("a local slab");
      }
  Hyperslab_FreeMapping(mapping);
}

} // namespace

extern "C" void TestDriver_Hyperslabs(CCTK_ARGUMENTS) {
  int const variable = CCTK_VarIndex("TestDriver::b"), iteration = cctkGH->cctk_iteration;
  Subject const grid{cctkGH, variable, box_of(cctkGH, CCTK_GroupIndexFromVarI(variable))};
  std::vector<CCTK_INT> const middle = {grid.box.gsh[0] / 2, grid.box.gsh[1] / 2, grid.box.gsh[2] / 2},
                              corner = {0, 0, 0};
  CCTK_INT const shortest = std::min({grid.box.gsh[0], grid.box.gsh[1], grid.box.gsh[2]});
  std::vector<CCTK_INT> const x_line = {0, middle[1], middle[2]},
                              z_line = {middle[0], middle[1], std::min(1, grid.box.gsh[2] - 1)};
  check_slab(grid, {1, {1, 0, 0}, x_line, {-1}, {1}}, iteration);
  check_slab(grid, {1, {0, 0, 1}, z_line, {-1}, {2}}, iteration);
  check_slab(grid, {1, {0, 1, 0}, corner, {-1}, {1}}, iteration);
  check_slab(grid, {1, {1, 1, 1}, corner, {shortest}, {1}}, iteration);
  check_slab(grid, {2, {1, 0, 0, 0, 1, 0}, {0, 0, middle[2]}, {-1, -1}, {1, 1}}, iteration);
  check_slab(grid, {2, {0, 1, 0, 0, 0, 1}, {middle[0], 0, 0}, {-1, -1}, {3, 2}}, iteration);
  check_slab(grid, {3, {1, 0, 0, 0, 1, 0, 0, 0, 1}, corner, {-1, -1, -1}, {1, 1, 1}}, iteration);
  check_slab(grid, {3, {1, 0, 0, 0, 1, 0, 0, 0, 1}, corner, {-1, -1, -1}, {2, 3, 2}}, iteration);
  check_local(grid, iteration);
  int const array = CCTK_VarIndex("TestDriver::m");
  Subject const distributed{cctkGH, array, box_of(cctkGH, CCTK_GroupIndexFromVarI(array))};
  check_slab(distributed, {2, {1, 0, 0, 1}, {0, 0}, {-1, -1}, {1, 1}}, 0);
  check_slab(distributed, {1, {0, 1}, {2, 0}, {-1}, {1}}, 0);
}
