/// The C functions of cctk_Coord.h: coordinate systems, their coordinates and ranges.
#include "framework/include/cctk_Coord.h"

#include "framework/include/cctk_ActiveThorns.h"
#include "framework/include/cctk_Groups.h"
#include "framework/services/registry.hpp"

#include <optional>
#include <vector>

namespace chemora::services {

namespace {

template <class T>
struct Range {
  T lower;
  T upper;
};

struct Coordinate {
  std::string name;
  int variable = -1; ///< index of the grid function, -1 if there is none
  std::optional<Range<CCTK_REAL>> range;
  std::optional<Range<int>> physical_indices;
};

struct System {
  std::string name;
  std::string thorn;
  std::vector<Coordinate> coordinates; ///< index 0 is direction 1
};

NamedRegistry<System>& systems() {
  static NamedRegistry<System> registry;
  return registry;
}

System* find_system(char const* name) { return systems().find(systems().handle(name)); }

/// Selects a coordinate by its direction (from 1) if `direction` is positive, otherwise by its name.
Coordinate* find_coordinate(System& system, int direction, char const* name) {
  if (direction > 0) {
    auto const index = static_cast<std::size_t>(direction - 1);
    return index < system.coordinates.size() ? &system.coordinates[index] : nullptr;
  }
  for (Coordinate& coordinate : system.coordinates)
    if (name && ccl::same_name(coordinate.name, name)) return &coordinate;
  return nullptr;
}

/// Calls `action` with a coordinate. Returns -1 for an unknown system, -4 for an unknown coordinate.
template <class Action>
int with_coordinate(int direction, char const* name, char const* system, Action action) {
  System* const entry = find_system(system);
  if (!entry) return -1;
  Coordinate* const coordinate = find_coordinate(*entry, direction, name);
  return coordinate ? action(*coordinate) : -4;
}

/// Copies the range of a coordinate; returns -6 if no range is registered.
template <class T>
int copy(std::optional<Range<T>> const& range, T* lower, T* upper) {
  if (!range) return -6;
  *lower = range->lower;
  *upper = range->upper;
  return 0;
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int CCTKi_CoordRegisterSystem(int dimension, const char* thorn, const char* system) {
  if (dimension < 1) return -1;
  return systems().add({system, thorn, std::vector<Coordinate>(static_cast<std::size_t>(dimension))});
}

int CCTK_CoordRegisterData(int direction, const char* variable, const char* name, const char* system) {
  System* const entry = find_system(system);
  if (!entry) return -1;
  if (direction < 1 || direction > static_cast<int>(entry->coordinates.size())) return -2;
  if (find_coordinate(*entry, 0, name)) return -3;
  Coordinate& coordinate = entry->coordinates[static_cast<std::size_t>(direction - 1)];
  if (!coordinate.name.empty()) return -4;
  coordinate.name = name;
  coordinate.variable = variable ? CCTK_VarIndex(variable) : -1;
  return coordinate.variable < 0 ? -5 : 0;
}

int CCTK_CoordRegisterRange(const cGH*, CCTK_REAL lower, CCTK_REAL upper, int direction, const char* name,
                            const char* system) {
  return with_coordinate(direction, name, system, [&](Coordinate& coordinate) {
    coordinate.range = {lower, upper};
    return 0;
  });
}

int CCTK_CoordRegisterRangePhysIndex(const cGH*, int lower, int upper, int direction, const char* name,
                                     const char* system) {
  return with_coordinate(direction, name, system, [&](Coordinate& coordinate) {
    coordinate.physical_indices = {lower, upper};
    return 0;
  });
}

int CCTK_NumCoordSystems(void) { return systems().size(); }
int CCTK_CoordSystemHandle(const char* system) { return systems().handle(system); }

int CCTK_CoordSystemDim(const char* system) {
  System const* const entry = find_system(system);
  return entry ? static_cast<int>(entry->coordinates.size()) : -1;
}

const char* CCTK_CoordSystemName(int handle) { return systems().name(handle); }

const char* CCTK_CoordSystemImplementation(int handle) {
  System const* const entry = systems().find(handle);
  return entry ? CCTK_ThornImplementation(entry->thorn.c_str()) : nullptr;
}

int CCTK_CoordDir(const char* name, const char* system) {
  System* const entry = find_system(system);
  if (!entry) return -1;
  Coordinate const* const coordinate = find_coordinate(*entry, 0, name);
  return coordinate ? static_cast<int>(coordinate - entry->coordinates.data()) + 1 : -2;
}

int CCTK_CoordIndex(int direction, const char* name, const char* system) {
  return with_coordinate(direction, name, system, [](Coordinate const& coordinate) { return coordinate.variable; });
}

const char* CCTK_CoordName(int direction, const char* system) {
  System* const entry = find_system(system);
  Coordinate const* const coordinate = entry ? find_coordinate(*entry, direction, nullptr) : nullptr;
  return coordinate && !coordinate->name.empty() ? coordinate->name.c_str() : nullptr;
}

int CCTK_CoordRange(const cGH*, CCTK_REAL* lower, CCTK_REAL* upper, int direction, const char* name,
                    const char* system) {
  return with_coordinate(direction, name, system,
                         [&](Coordinate const& coordinate) { return copy(coordinate.range, lower, upper); });
}

int CCTK_CoordLocalRange(const cGH* cctkGH, CCTK_REAL* lower, CCTK_REAL* upper, int direction, const char* name,
                         const char* system) {
  int const axis = (direction > 0 ? direction : CCTK_CoordDir(name, system)) - 1;
  if (axis < 0) return -1;
  return with_coordinate(direction, name, system, [&](Coordinate const& coordinate) {
    if (!coordinate.range) return -6;
    CCTK_REAL const spacing = cctkGH->cctk_delta_space[axis] / cctkGH->cctk_levfac[axis];
    *lower = coordinate.range->lower + spacing * cctkGH->cctk_lbnd[axis];
    // As in Cactus, the upper end is one spacing after the last point: the range is the spacing times the number of
    // points.
    *upper = coordinate.range->lower + spacing * (cctkGH->cctk_ubnd[axis] + 1);
    return 0;
  });
}

int CCTK_CoordRangePhysIndex(const cGH*, int* lower, int* upper, int direction, const char* name, const char* system) {
  return with_coordinate(direction, name, system,
                         [&](Coordinate const& coordinate) { return copy(coordinate.physical_indices, lower, upper); });
}

} // extern "C"
