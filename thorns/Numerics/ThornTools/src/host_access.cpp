#include "host_access.hpp"

#include "cctk_Functions.h"
#include "util_Table.h"

namespace thorntools {

bool are_provided(std::initializer_list<char const*> functions) {
  for (char const* const function : functions)
    if (!CCTK_IsFunctionAliased(function)) return false;
  return true;
}

bool has_tag(cFunctionData const& function, char const* tag) {
  CCTK_INT value = 0;
  return function.tags >= 0 && Util_TableGetInt(function.tags, &value, tag) >= 0 && value != 0;
}

namespace {

bool has_regions() {
  static bool const is_provided = are_provided(
      {"Accelerator_RequireValidRegions", "Accelerator_FetchRegions", "Accelerator_NotifyRegionsModified"});
  return is_provided;
}

bool has_acting_for() {
  static bool const is_provided = are_provided({"Accelerator_BeginActingFor", "Accelerator_EndActingFor"});
  return is_provided;
}

} // namespace

void require_on_host(cGH const* cctkGH, CCTK_INT variable, CCTK_INT time_level) {
  static bool const has_accelerator = are_provided({"Accelerator_RequireValidData"});
  if (has_accelerator && CCTK_GroupTypeFromVarI(static_cast<int>(variable)) != CCTK_SCALAR)
    call_for_host(Accelerator_RequireValidData, cctkGH, {{variable}, {time_level}});
}

HostBoundary::HostBoundary(cGH const* cctkGH, std::vector<CCTK_INT> const& variables, CCTK_INT time_level)
    : cctkGH_(cctkGH) {
  if (!has_regions()) return;
  for (CCTK_INT const variable : variables)
    if (CCTK_ActiveTimeLevelsVI(cctkGH, variable) > time_level) variables_.push_back(variable);
  levels_.assign(variables_.size(), refinement_level(cctkGH));
  time_levels_.assign(variables_.size(), time_level);
}

template <class Function>
void HostBoundary::call(Function const& function, CCTK_INT region) const {
  if (variables_.empty()) return;
  std::vector<CCTK_INT> const regions(variables_.size(), region);
  constexpr CCTK_INT on_host = 0;
  function(cctkGH_, variables_.data(), levels_.data(), time_levels_.data(), regions.data(),
           static_cast<CCTK_INT>(variables_.size()), on_host);
}

void HostBoundary::before_reading() const {
  constexpr CCTK_INT next_to_boundary = 8; // a region code of thorn Accelerator
  call(Accelerator_RequireValidRegions, next_to_boundary);
  before_writing();
}

void HostBoundary::before_writing() const { call(Accelerator_FetchRegions, CCTK_VALID_BOUNDARY); }

void HostBoundary::after_writing() const { call(Accelerator_NotifyRegionsModified, CCTK_VALID_BOUNDARY); }

ActingFor::ActingFor(cGH const* cctkGH, std::string const& name) : cctkGH_(cctkGH) {
  if (has_acting_for()) before_ = Accelerator_BeginActingFor(cctkGH, name.c_str());
}

ActingFor::~ActingFor() {
  if (has_acting_for()) Accelerator_EndActingFor(cctkGH_, before_);
}

} // namespace thorntools
