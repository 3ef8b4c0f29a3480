/// Access on the host to variables that a device may hold, by the functions of thorn Accelerator if it is active.
#pragma once

#include "grid.hpp"

#include "cctk.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace thorntools {

/// Whether active thorns provide all of these aliased functions.
bool are_provided(std::initializer_list<char const*> functions);

/// Whether the scheduled function has a tag with an integer value other than 0, for example TellsAccelerator=1.
bool has_tag(cFunctionData const& function, char const* tag);

/// Time levels of variables in the form that Accelerator_* functions take.
struct TimeLevels {
  std::vector<CCTK_INT> variables, time_levels;

  void add(CCTK_INT variable, CCTK_INT time_level = 0) {
    variables.push_back(variable);
    time_levels.push_back(time_level);
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// Calls Accelerator_RequireValidData or Accelerator_NotifyDataModified for the host.
template <class Function>
void call_for_host(Function const& function, cGH const* cctkGH, TimeLevels const& data) {
  constexpr CCTK_INT on_host = 0;
  std::vector<CCTK_INT> const levels(data.variables.size(), refinement_level(cctkGH));
  function(cctkGH, data.variables.data(), levels.data(), data.time_levels.data(), data.size(), on_host);
}

/// Copies a grid function to the host if necessary. Ends the run if its values are valid nowhere. Does nothing without
/// thorn Accelerator, or for variables of other kinds.
void require_on_host(cGH const* cctkGH, CCTK_INT variable, CCTK_INT time_level = 0);

/// Boundary conditions on the host for variables on a device: only the boundary points of variables at one time level
/// and the interior points next to them are copied, as many layers as ghost zones, plus one. Does nothing without a
/// thorn Accelerator that tracks regions.
class HostBoundary {
public:
  HostBoundary(cGH const* cctkGH, std::vector<CCTK_INT> const& variables, CCTK_INT time_level);

  /// Requires valid points next to the boundary. Boundary points are copied where they are valid.
  void before_reading() const;
  /// Copies valid boundary points, so that faces without a condition keep their values.
  void before_writing() const;
  void after_writing() const;

private:
  template <class Function>
  void call(Function const& function, CCTK_INT region) const;

  cGH const* cctkGH_;
  std::vector<CCTK_INT> variables_, levels_, time_levels_; ///< empty without an Accelerator
};

/// While an object of this class exists, Accelerator attributes reads, writes and copies in its messages and reports to
/// `name` instead of the scheduled function. An empty name selects the scheduled function. The destructor restores the
/// previous name.
class ActingFor {
public:
  ActingFor(cGH const* cctkGH, std::string const& name);
  ~ActingFor();
  ActingFor(ActingFor const&) = delete;
  ActingFor& operator=(ActingFor const&) = delete;

private:
  cGH const* cctkGH_;
  CCTK_INT before_ = 0;
};

} // namespace thorntools
