#include "tracked_arrays.hpp"

#include "current_call.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"

#include <cstdint>
#include <map>
#include <utility>

namespace accelerator {

namespace {

// Directions beyond the third are counted as additional planes along z. Arrays with such directions are copied as a
// whole.
LocalBox local_box(cGH const* cctkGH, int group) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0)
    CCTK_VERROR("The driver returned no extents for group %s.", CCTK_FullGroupName(group));
  auto const of_grid = thorntools::boundary_widths();
  // All points of a grid array that are not ghost points count as interior.
  bool const is_grid = CCTK_GroupTypeI(group) == CCTK_GF;
  LocalBox box;
  for (int d = 0; d < data.dim; ++d) {
    auto const a = static_cast<std::size_t>(d < 3 ? d : 2);
    box.extent[a] *= data.lsh[d];
    box.ghosts[a] = data.nghostzones[d];
    box.is_outer[a] = {data.bbox[2 * d] != 0, data.bbox[2 * d + 1] != 0};
    for (std::size_t side = 0; side < 2; ++side)
      box.boundary[a][side] = !is_grid ? 0 : of_grid ? (*of_grid)[a][side] : data.nghostzones[d];
  }
  box.is_divided = data.dim <= 3;
  return box;
}

struct CachedPartition {
  std::uint64_t revision;
  LocalBox box;
  Partition partition;
};

/// Updates the validity of the group's arrays after their extents on this refinement level have changed.
void reshape(cGH const* cctkGH, int group, int level, Partition const& before) {
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    for (int time_level = 0; time_level < CCTK_DeclaredTimeLevelsVI(variable); ++time_level)
      if (ArrayId const array{variable, level, time_level}; validity().all().contains(array))
        validity().reshaped(array, before.is_everywhere(validity().state(array).valid(Side::host)),
                            "the extents of its group changed" + at_iteration(cctkGH) +
                                " while parts of it were valid on the device only");
}

} // namespace

Validity& validity() {
  static Validity state;
  return state;
}

namespace {

std::uint64_t n_changes = 0; // calls of Accelerator_ArraysChanged

} // namespace

std::uint64_t arrays_revision() {
  static std::uint64_t n_calls = 0;
  return n_changes > 0 ? n_changes : UINT64_MAX - n_calls++; // differs from all values of n_changes
}

Partition const& partition_of(cGH const* cctkGH, int variable) {
  static std::map<std::pair<int, int>, CachedPartition> cache; // by group and refinement level
  int const group = CCTK_GroupIndexFromVarI(variable), level = refinement_level(cctkGH);
  std::uint64_t const revision = arrays_revision();
  auto found = cache.find({group, level});
  if (found != cache.end() && found->second.revision == revision) return found->second.partition;
  LocalBox const box = local_box(cctkGH, group);
  if (found == cache.end())
    found = cache.emplace(std::pair(group, level), CachedPartition{revision, box, Partition(box)}).first;
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

bool may_be_tracked(int variable) {
  int const type = variable < 0 ? CCTK_SCALAR : CCTK_GroupTypeFromVarI(variable);
  return type == CCTK_GF || type == CCTK_ARRAY;
}

bool is_divided(int variable) { return CCTK_GroupDimFromVarI(variable) <= 3; }

namespace {

/// The number of time levels with storage of a grid function or grid array; -1 for other variables.
int n_tracked_levels(cGH const* cctkGH, int variable) {
  struct CachedNumber {
    std::uint64_t revision = 0; // differs from all values of arrays_revision
    int n = 0;
  };
  static std::vector<CachedNumber> cache; // by variable
  if (!may_be_tracked(variable)) return -1;
  if (cache.empty()) cache.resize(static_cast<std::size_t>(CCTK_NumVars()));
  CachedNumber& number = cache[static_cast<std::size_t>(variable)];
  if (std::uint64_t const revision = arrays_revision(); number.revision != revision)
    number = {revision, CCTK_ActiveTimeLevelsVI(cctkGH, variable)};
  return number.n;
}

} // namespace

bool is_tracked(cGH const* cctkGH, ArrayId const& array) {
  int const n = n_tracked_levels(cctkGH, array.variable);
  if (n < 0) return false;
  if (n > array.time_level) return true;
  validity().forget(array);
  return false;
}

std::string name_of(ArrayId const& array) {
  std::string const name = CCTK_FullVarName(array.variable);
  return array.time_level == 0 ? name : name + " (time level " + std::to_string(array.time_level) + ")";
}

bool has_device(cGH const* cctkGH) {
  static bool const has_device_thorn = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  return has_device_thorn && Device_GetDevice(cctkGH) >= 0;
}

namespace {

DeclaredAccesses read_declaration(cGH const* cctkGH, cFunctionData const& function, int level) {
  DeclaredAccesses result;
  result.reports_itself = thorntools::has_tag(function, "TellsAccelerator");
  if (result.reports_itself) return result;
  result.side = thorntools::has_tag(function, "Device") && has_device(cctkGH) ? Side::device : Side::host;
  result.is_undeclared = function.n_ReadsClauses == 0 && function.n_WritesClauses == 0;
  for (int i = 0; i < function.n_RDWR; ++i) {
    RDWR_entry const& entry = function.RDWR[i];
    ArrayId const array{entry.varindex, level, entry.timelevel};
    if (!is_tracked(cctkGH, array)) continue;
    Partition const& partition = partition_of(cctkGH, array.variable);
    if (entry.where_rd != 0) result.reads.push_back({array, parts_of(partition, entry.where_rd)});
    if (entry.where_wr != 0) result.writes.push_back({array, parts_of(partition, entry.where_wr)});
    bool const leaves_points = (entry.where_wr & CCTK_VALID_EVERYWHERE) != CCTK_VALID_EVERYWHERE;
    if (entry.where_wr != 0 && leaves_points && !is_divided(array.variable))
      result.preserved.push_back({array, partition.all()});
  }
  return result;
}

} // namespace

// The cache depends on the revision: declarations do not change during a run, but the storage of variables does.
std::shared_ptr<DeclaredAccesses const> declared(cGH const* cctkGH, cFunctionData const& function) {
  struct CachedDeclaration {
    std::uint64_t revision;
    std::shared_ptr<DeclaredAccesses const> declared;
  };
  static std::map<std::pair<cFunctionData const*, int>, CachedDeclaration> cache; // by function and refinement level
  int const level = refinement_level(cctkGH);
  std::uint64_t const revision = arrays_revision();
  CachedDeclaration& cached = cache[{&function, level}];
  if (!cached.declared || cached.revision != revision)
    cached = {revision, std::make_shared<DeclaredAccesses const>(read_declaration(cctkGH, function, level))};
  return cached.declared;
}

std::vector<ArrayId> arrays_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n) {
  std::vector<ArrayId> result;
  int const level = refinement_level(cctkGH);
  for (CCTK_INT i = 0; i < n; ++i) {
    int const first = CCTK_FirstVarIndexI(groups[i]);
    for (int variable = first; variable >= 0 && variable < first + CCTK_NumVarsInGroupI(groups[i]); ++variable)
      if (ArrayId const array{variable, level, 0}; is_tracked(cctkGH, array)) result.push_back(array);
  }
  return result;
}

std::vector<Access> all_tracked_arrays(cGH const* cctkGH) {
  std::vector<ArrayId> arrays;
  for (auto const& [array, state] : validity().all()) arrays.push_back(array);
  std::vector<Access> result;
  for (auto const& array : arrays)
    if (is_tracked(cctkGH, array)) result.push_back({array, partition_of(cctkGH, array.variable).all()});
  return result;
}

} // namespace accelerator

extern "C" CCTK_INT AcceleratorThorn_ArraysChanged(CCTK_POINTER_TO_CONST) {
  ++accelerator::n_changes;
  return 0;
}
