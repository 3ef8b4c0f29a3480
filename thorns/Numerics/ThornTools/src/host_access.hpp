/// Access on the host to variables whose values may be on a device. The functions call thorn Accelerator if it is
/// active.
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

/// A list of variables and time levels in the form that the aliased functions Accelerator_* take.
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

/// Copies a grid function to the host if the values there are not valid. Ends the run if its values are valid neither
/// on the host nor on the device. Does nothing without thorn Accelerator, or for grid arrays and scalars.
void require_on_host(cGH const* cctkGH, CCTK_INT variable, CCTK_INT time_level = 0);

/// Data transfers for boundary conditions that run on the host while the variables are on a device. Only boundary
/// points and the adjacent interior points are copied; the number of interior layers is one more than the largest of
/// 2, the ghost width and the boundary width. Does
/// nothing unless thorn Accelerator tracks regions.
class HostBoundary {
public:
  HostBoundary(cGH const* cctkGH, std::vector<CCTK_INT> const& variables, CCTK_INT time_level);

  /// Copies the interior points next to the boundary, which must be valid, and those boundary points that are valid.
  void before_reading() const;
  /// Copies valid boundary points to the host, so that faces without a boundary condition retain their values.
  void before_writing() const;
  void after_writing() const;

private:
  template <class Function>
  void call(Function const& function, CCTK_INT region) const;

  cGH const* cctkGH_;
  std::vector<CCTK_INT> variables_, levels_, time_levels_; ///< empty without thorn Accelerator
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
