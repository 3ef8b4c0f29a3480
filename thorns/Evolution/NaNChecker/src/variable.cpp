#include "variable.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"

#include <charconv>
#include <cstring>

namespace nanchecker {
namespace {

/// The number after "timelevel="; 0 without options; empty for invalid options.
std::optional<int> time_level(char const* options) {
  if (!options || !*options) return 0;
  constexpr char key[] = "timelevel=";
  if (std::strncmp(options, key, sizeof key - 1) != 0) return std::nullopt;
  char const* const begin = options + sizeof key - 1;
  char const* const end = begin + std::strcspn(begin, "]} ");
  int level = 0;
  auto const [next, error] = std::from_chars(begin, end, level);
  if (error != std::errc() || next != end || level < 0) return std::nullopt;
  return level;
}

bool set_type(Variable& variable, int type) {
  if (!thorntools::is_real_type(type) && !thorntools::is_complex_type(type)) return false;
  variable.numbers_per_point = thorntools::is_complex_type(type) ? 2 : 1;
  variable.real_size = CCTK_VarTypeSize(type) / variable.numbers_per_point;
  return true;
}

} // namespace

std::size_t Variable::n_points() const {
  std::size_t n = 1;
  for (int d = 0; d < sizes.dim; ++d) n *= static_cast<std::size_t>(sizes.ash[d]);
  return n;
}

std::vector<int> Variable::local_index(std::size_t point) const {
  std::vector<int> index;
  for (int d = 0; d < sizes.dim; ++d) {
    index.push_back(static_cast<int>(point % sizes.ash[d]));
    point /= sizes.ash[d];
  }
  return index;
}

bool Variable::is_local_point(std::size_t point) const {
  auto const index = local_index(point);
  for (int d = 0; d < sizes.dim; ++d)
    if (index[d] >= sizes.lsh[d]) return false;
  return true;
}

std::optional<Variable> find_variable(cGH const* cctkGH, int index, char const* options) {
  Variable variable;
  variable.index = index;
  variable.name = CCTK_FullVarName(index);
  int const group = CCTK_GroupIndexFromVarI(index);
  if (!set_type(variable, CCTK_VarTypeI(index)) || CCTK_QueryGroupStorageI(cctkGH, group) <= 0) return std::nullopt;
  auto const level = time_level(options);
  if (!level || *level >= CCTK_ActiveTimeLevelsVI(cctkGH, index)) {
    CCTK_VWARN(CCTK_WARN_ALERT, "'%s' is not checked: its options are '%s', but only timelevel=0 to %d are possible",
               variable.name.c_str(), options, CCTK_ActiveTimeLevelsVI(cctkGH, index) - 1);
    return std::nullopt;
  }
  variable.time_level = *level;
  int const type = CCTK_GroupTypeI(group);
  variable.is_grid_function = type == CCTK_GF;
  if (type != CCTK_SCALAR) CCTK_GroupDynamicData(cctkGH, group, &variable.sizes);
  variable.data = CCTK_VarDataPtrI(cctkGH, *level, index);
  if (!variable.data) return std::nullopt;
  return variable;
}

void require_on_host(cGH const* cctkGH, Variable const& variable) {
  thorntools::require_on_host(cctkGH, variable.index, variable.time_level);
}

void report_write(cGH const* cctkGH, Variable const& variable) {
  if (variable.is_grid_function && CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    thorntools::call_for_host(Accelerator_NotifyDataModified, cctkGH, {{variable.index}, {variable.time_level}});
}

} // namespace nanchecker
