// Which scheduled functions are running, and what they have told of themselves.
#pragma once

#include "cctk.h"
#include "check.hpp"
#include "validity/validity.hpp"

#include <set>
#include <string>
#include <vector>

namespace accelerator {

std::string name_of(cFunctionData const& function); ///< "Wave::Wave_RHS"
std::string at_iteration(cGH const* cctkGH);        ///< " at iteration 3"

/// Functions may call the scheduler, so several may be running, one in the other.
class CurrentCall {
public:
  static CurrentCall& begin(std::string const& function);
  static CurrentCall end();
  /// Whether the driver has told of any function yet.
  static bool is_driver_telling();
  /// Of the innermost one; "the driver" if none is running.
  static std::string name();
  /// Notes that somebody tells of having written these; all running functions get the credit.
  static void told(std::vector<Access> const& written);

  /// Notes copies to the host made on behalf of the running functions: they change arrays, too.
  static void copied(std::vector<Copy> const& copies);

  /// What a function tells of itself while it runs goes before what it declares.
  bool has_told(Place const& place) const { return places_.contains(place); }
  std::vector<Access> const& written() const { return written_; }
  std::vector<Access> const& copied_to_host() const { return copied_; }

  Fingerprints before; ///< with Accelerator::check

private:
  std::string function_;
  std::set<Place> places_;
  std::vector<Access> written_, copied_;
};

} // namespace accelerator
