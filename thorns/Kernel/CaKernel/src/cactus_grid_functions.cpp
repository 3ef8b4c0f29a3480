#include "cactus_grid_functions.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk_Functions.h"
#include "framework/base/errors.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ca_kernel {

using runtime::BoxList;
using runtime::GridArray;
using runtime::RegionList;

static_assert(std::is_same_v<CCTK_INT, int>, "lists of boxes are passed to aliased functions without conversion");

namespace {

/// Returns the element type of a grid function of real numbers, or nothing for other variables.
std::optional<ir::Type> real_type(int variable) {
  int const type = CCTK_VarTypeI(variable);
  if (CCTK_GroupTypeFromVarI(variable) != CCTK_GF) return std::nullopt;
  if (type == CCTK_VARIABLE_REAL4) return ir::Type::real32;
  if (type == CCTK_VARIABLE_REAL || type == CCTK_VARIABLE_REAL8) return ir::Type::real64;
  return std::nullopt;
}

std::vector<CCTK_INT> valid_bits(std::vector<ir::Region> const& regions) {
  std::vector<CCTK_INT> bits;
  for (ir::Region const region : regions)
    bits.push_back(region == ir::Region::interior   ? CCTK_VALID_INTERIOR
                   : region == ir::Region::boundary ? CCTK_VALID_BOUNDARY
                                                    : CCTK_VALID_EVERYWHERE);
  return bits;
}

/// Variables, their refinement levels and their time levels as parallel lists.
struct ArrayList {
  std::vector<CCTK_INT> variables, levels, time_levels;

  ArrayList(std::vector<GridArray> const& arrays, int level) : levels(arrays.size(), level) {
    for (GridArray const& array : arrays) {
      variables.push_back(array.variable);
      time_levels.push_back(array.time_level);
    }
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

} // namespace

bool runs_on_device(cGH const* cctkGH) {
  static bool const is_provided = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  return is_provided && Device_GetDevice(cctkGH) >= 0;
}

bool can_swap_storage() {
  static bool const is_provided =
      CCTK_IsFunctionAliased("Driver_SwapStorage") != 0 && CCTK_IsFunctionAliased("Device_SwapArrays") != 0;
  return is_provided;
}

launch::LocalGrid CactusGridFunctions::local_grid() const { return ca_kernel::local_grid(cctkGH_); }

GridArray CactusGridFunctions::find(std::string const& thorn, ir::Graph const& graph,
                                    std::string const& variable) const {
  bool const is_qualified = variable.find("::") != std::string::npos;
  std::string const full_name =
      is_qualified ? variable : std::string(CCTK_ThornImplementation(thorn.c_str())) + "::" + variable;
  int index = CCTK_VarIndex(full_name.c_str());
  if (index < 0 && !is_qualified) index = CCTK_VarIndex((thorn + "::" + variable).c_str());
  if (index < 0)
    throw base::UserError("Kernel " + thorn + "::" + graph.name + " uses " + full_name + ", which does not exist.");
  ir::Type const expected = ir::element_type(graph, variable);
  if (real_type(index) != expected)
    throw base::UserError("Kernel " + thorn + "::" + graph.name + " uses " + full_name +
                          ", which is not a grid function of type " + std::string(ir::to_text(expected)) +
                          ", but of type " + CCTK_VarTypeName(CCTK_VarTypeI(index)) + ".");
  return {index, 0};
}

std::string CactusGridFunctions::name(GridArray const& array) const {
  std::string name = CCTK_FullVarName(array.variable);
  if (array.time_level == 0) return name;
  std::string const suffix = array.time_level == 1 ? "_p" : "_p" + std::to_string(array.time_level);
  return name.insert(std::min(name.find('['), name.size()), suffix);
}

void* CactusGridFunctions::address(GridArray const& array) const {
  return Device_Array(cctkGH_, array.variable, level_, array.time_level);
}

ir::Type CactusGridFunctions::element_type(GridArray const& array) const {
  if (auto const type = real_type(array.variable)) return *type;
  throw base::UserError(std::string("Array updates accept grid functions of type CCTK_REAL or CCTK_REAL4; ") +
                        CCTK_FullVarName(array.variable) + " has another type.");
}

// Directions beyond the third are counted as additional planes along z.
base::Index3 CactusGridFunctions::allocated(GridArray const& array) const {
  element_type(array);
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH_, CCTK_GroupIndexFromVarI(array.variable), &data) < 0)
    throw base::UserError(std::string("The driver does not know the size of ") + CCTK_FullVarName(array.variable) +
                          ".");
  base::Index3 allocated{1, 1, 1};
  for (int d = 0; d < data.dim; ++d) allocated[static_cast<std::size_t>(std::min(d, 2))] *= data.ash[d];
  return allocated;
}

// Variables of a vector group cannot be swapped, because they share one block of memory.
bool CactusGridFunctions::may_swap(GridArray const& a, GridArray const& b) const {
  cGroup group_a, group_b;
  if (CCTK_GroupData(CCTK_GroupIndexFromVarI(a.variable), &group_a) < 0 ||
      CCTK_GroupData(CCTK_GroupIndexFromVarI(b.variable), &group_b) < 0)
    return false;
  auto const has_own_memory = [](cGroup const& group) { return !group.vectorgroup || group.vectorlength <= 1; };
  return group_a.grouptype == CCTK_GF && group_b.grouptype == CCTK_GF && group_a.vartype == group_b.vartype &&
         group_a.dim == group_b.dim && has_own_memory(group_a) && has_own_memory(group_b);
}

void CactusGridFunctions::swap(GridArray const& a, GridArray const& b) const {
  CCTK_INT const error =
      runs_on_device(cctkGH_)
          ? Device_SwapArrays(cctkGH_, a.variable, level_, a.time_level, b.variable, level_, b.time_level)
          : Driver_SwapStorage(cctkGH_, a.variable, a.time_level, b.variable, b.time_level);
  if (error) throw base::UserError("The storage of " + name(a) + " and " + name(b) + " cannot be swapped.");
}

bool CactusGridFunctions::tracks_validity() const {
  static bool const has_accelerator = CCTK_IsFunctionAliased("Accelerator_RequireValidBoxes") &&
                                      CCTK_IsFunctionAliased("Accelerator_NotifyRegionsModified");
  return has_accelerator;
}

void CactusGridFunctions::require_valid(BoxList const& boxes) const {
  if (tracks_validity())
    Accelerator_RequireValidBoxes(cctkGH_, boxes.variables.data(), boxes.levels.data(), boxes.time_levels.data(),
                                  boxes.lower.data(), boxes.upper.data(), boxes.size(), runs_on_device(cctkGH_));
}

void CactusGridFunctions::require_valid(std::vector<GridArray> const& arrays) const {
  if (!tracks_validity()) return;
  ArrayList const list(arrays, level_);
  Accelerator_RequireValidData(cctkGH_, list.variables.data(), list.levels.data(), list.time_levels.data(), list.size(),
                               runs_on_device(cctkGH_));
}

bool CactusGridFunctions::is_any_in_flight() const {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_AreInFlight") != 0 &&
                                  CCTK_IsFunctionAliased("Accelerator_IsAnythingInFlight") != 0;
  return is_provided && Accelerator_IsAnythingInFlight(cctkGH_) != 0;
}

bool CactusGridFunctions::are_in_flight(BoxList const& boxes) const {
  return is_any_in_flight() &&
         Accelerator_AreInFlight(cctkGH_, boxes.variables.data(), boxes.levels.data(), boxes.time_levels.data(),
                                 boxes.lower.data(), boxes.upper.data(), boxes.size()) != 0;
}

void CactusGridFunctions::announce_writes(RegionList const& regions) const {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_WillModifyRegions") != 0;
  if (is_provided && regions.size() > 0)
    Accelerator_WillModifyRegions(cctkGH_, regions.variables.data(), regions.levels.data(), regions.time_levels.data(),
                                  valid_bits(regions.regions).data(), regions.size());
}

void CactusGridFunctions::report_writes(RegionList const& regions) const {
  if (tracks_validity())
    Accelerator_NotifyRegionsModified(cctkGH_, regions.variables.data(), regions.levels.data(),
                                      regions.time_levels.data(), valid_bits(regions.regions).data(), regions.size(),
                                      runs_on_device(cctkGH_));
}

void CactusGridFunctions::report_write(GridArray const& array) const {
  if (!tracks_validity()) return;
  ArrayList const list({array}, level_);
  Accelerator_NotifyDataModified(cctkGH_, list.variables.data(), list.levels.data(), list.time_levels.data(), 1,
                                 runs_on_device(cctkGH_));
}

void CactusGridFunctions::invalidate(std::vector<GridArray> const& arrays) const {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_RequireInvalidData") != 0;
  if (!tracks_validity() || !is_provided) return;
  ArrayList const list(arrays, level_);
  for (CCTK_INT const on_device : {0, 1})
    if (on_device == 0 || runs_on_device(cctkGH_))
      Accelerator_RequireInvalidData(cctkGH_, list.variables.data(), list.levels.data(), list.time_levels.data(),
                                     list.size(), on_device);
}

void CactusGridFunctions::act_for(std::string const& function, std::function<void()> const& action) const {
  thorntools::ActingFor const requester(cctkGH_, function);
  action();
}

} // namespace ca_kernel
