// Reads the properties of scheduled functions and groups.
#include "places.hpp"

#include "current_call.hpp"

#include "Kernel/DeviceArrays/src/boundary_widths.hpp"
#include "util_Table.h"

#include <cstdint>
#include <map>
#include <utility>

namespace accelerator {

namespace {

bool has_tag(cFunctionData const& function, char const* tag) {
  CCTK_INT value = 0;
  return function.tags >= 0 && Util_TableGetInt(function.tags, &value, tag) >= 0 && value != 0;
}

// Directions beyond the third are taken as more planes along z; such arrays are copied whole.
LocalBox local_box(cGH const* cctkGH, int group) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0)
    CCTK_VERROR("The driver does not know the size of %s.", CCTK_FullGroupName(group));
  auto const widths = device_arrays::boundary_widths();
  LocalBox box;
  for (int d = 0; d < data.dim; ++d) {
    auto const a = static_cast<std::size_t>(d < 3 ? d : 2);
    box.extent[a] *= data.lsh[d];
    box.ghosts[a] = data.nghostzones[d];
    box.is_outer[a] = {data.bbox[2 * d] != 0, data.bbox[2 * d + 1] != 0};
    for (std::size_t side = 0; side < 2; ++side)
      box.boundary[a][side] = widths ? (*widths)[a][side] : data.nghostzones[d];
  }
  box.is_divided = data.dim <= 3;
  return box;
}

struct Known {
  std::uint64_t revision;
  LocalBox box;
  Partition partition;
};

/// What was known of the group's arrays on this level is known of other points.
void reshape(cGH const* cctkGH, int group, int level, Partition const& before) {
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    for (int time_level = 0; time_level < CCTK_DeclaredTimeLevelsVI(variable); ++time_level)
      if (Place const place{variable, level, time_level}; validity().all().contains(place))
        validity().reshaped(place, before.is_everywhere(validity().state(place).valid(Side::host)),
                            "the extents of its group changed" + at_iteration(cctkGH) +
                                " while parts of it were valid on the device only");
}

} // namespace

Validity& validity() {
  static Validity state;
  return state;
}

namespace {

std::uint64_t n_changes = 0; // of arrays; 0 until a driver has told of one

} // namespace

std::uint64_t arrays_revision() {
  static std::uint64_t n_questions = 0;
  return n_changes > 0 ? n_changes : UINT64_MAX - n_questions++; // never one of a driver that tells
}

Partition const& partition_of(cGH const* cctkGH, int variable) {
  static std::map<std::pair<int, int>, Known> known; // by group and refinement level
  int const group = CCTK_GroupIndexFromVarI(variable), level = refinement_level(cctkGH);
  std::uint64_t const revision = arrays_revision();
  auto found = known.find({group, level});
  if (found != known.end() && found->second.revision == revision) return found->second.partition;
  LocalBox const box = local_box(cctkGH, group);
  if (found == known.end())
    found = known.emplace(std::pair(group, level), Known{revision, box, Partition(box)}).first;
  else if (!(found->second.box == box)) {
    reshape(cctkGH, group, level, found->second.partition);
    found->second = {revision, box, Partition(box)};
  }
  found->second.revision = revision;
  return found->second.partition;
}

Parts parts_of(Partition const& partition, int regions) {
  Parts parts;
  if (regions & CCTK_VALID_INTERIOR) parts |= partition.interior();
  if (regions & CCTK_VALID_BOUNDARY) parts |= partition.boundary();
  if (regions & CCTK_VALID_GHOSTS) parts |= partition.ghosts();
  if (regions & next_to_boundary) parts |= partition.next_to_boundary();
  return parts;
}

bool is_divided(int variable) { return CCTK_GroupDimFromVarI(variable) <= 3; }

int refinement_level(cGH const* cctkGH) {
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0; // providers do not change
  return has_levels ? GetRefinementLevel(cctkGH) : 0;
}

namespace {

/// Time levels with storage of grid functions; -1 for other variables.
int n_tracked_levels(cGH const* cctkGH, int variable) {
  struct Known {
    std::uint64_t revision = 0; // no driver's
    int n = 0;
  };
  static std::vector<Known> all; // by variable
  if (variable < 0 || CCTK_GroupTypeFromVarI(variable) != CCTK_GF) return -1;
  if (all.empty()) all.resize(static_cast<std::size_t>(CCTK_NumVars()));
  Known& known = all[static_cast<std::size_t>(variable)];
  if (std::uint64_t const revision = arrays_revision(); known.revision != revision)
    known = {revision, CCTK_ActiveTimeLevelsVI(cctkGH, variable)};
  return known.n;
}

} // namespace

bool is_tracked(cGH const* cctkGH, Place const& place) {
  int const n = n_tracked_levels(cctkGH, place.variable);
  if (n < 0) return false;
  if (n > place.time_level) return true;
  validity().forget(place);
  return false;
}

std::string name_of(Place const& place) {
  std::string const name = CCTK_FullVarName(place.variable);
  return place.time_level == 0 ? name : name + " (time level " + std::to_string(place.time_level) + ")";
}

bool has_device(cGH const* cctkGH) {
  static bool const is_told = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  return is_told && Device_GetDevice(cctkGH) >= 0;
}

namespace {

Declared ask(cGH const* cctkGH, cFunctionData const& function, int level) {
  Declared result;
  result.tells = has_tag(function, "TellsAccelerator");
  if (result.tells) return result;
  result.side = has_tag(function, "Device") && has_device(cctkGH) ? Side::device : Side::host;
  result.is_silent = function.n_ReadsClauses == 0 && function.n_WritesClauses == 0;
  for (int i = 0; i < function.n_RDWR; ++i) {
    RDWR_entry const& entry = function.RDWR[i];
    Place const place{entry.varindex, level, entry.timelevel};
    if (!is_tracked(cctkGH, place)) continue;
    Partition const& partition = partition_of(cctkGH, place.variable);
    if (entry.where_rd != 0) result.reads.push_back({place, parts_of(partition, entry.where_rd)});
    if (entry.where_wr != 0) result.writes.push_back({place, parts_of(partition, entry.where_wr)});
    bool const leaves_some = (entry.where_wr & CCTK_VALID_EVERYWHERE) != CCTK_VALID_EVERYWHERE;
    if (entry.where_wr != 0 && leaves_some && !is_divided(place.variable))
      result.keeps.push_back({place, partition.all()});
  }
  return result;
}

} // namespace

// A function's clauses and tags stay; what has storage may change.
std::shared_ptr<Declared const> declared(cGH const* cctkGH, cFunctionData const& function) {
  struct Known {
    std::uint64_t revision;
    std::shared_ptr<Declared const> declared;
  };
  static std::map<std::pair<cFunctionData const*, int>, Known> all; // by function and refinement level
  int const level = refinement_level(cctkGH);
  std::uint64_t const revision = arrays_revision();
  Known& known = all[{&function, level}];
  if (!known.declared || known.revision != revision)
    known = {revision, std::make_shared<Declared const>(ask(cctkGH, function, level))};
  return known.declared;
}

std::vector<Place> places_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n) {
  std::vector<Place> result;
  int const level = refinement_level(cctkGH);
  for (CCTK_INT i = 0; i < n; ++i) {
    int const first = CCTK_FirstVarIndexI(groups[i]);
    for (int variable = first; variable >= 0 && variable < first + CCTK_NumVarsInGroupI(groups[i]); ++variable)
      if (Place const place{variable, level, 0}; is_tracked(cctkGH, place)) result.push_back(place);
  }
  return result;
}

std::vector<Access> everything_known(cGH const* cctkGH) {
  std::vector<Place> places;
  for (auto const& [place, state] : validity().all()) places.push_back(place);
  std::vector<Access> result;
  for (auto const& place : places)
    if (is_tracked(cctkGH, place)) result.push_back({place, partition_of(cctkGH, place.variable).all()});
  return result;
}

} // namespace accelerator

extern "C" CCTK_INT AcceleratorThorn_ArraysChanged(CCTK_POINTER_TO_CONST) {
  ++accelerator::n_changes;
  return 0;
}
