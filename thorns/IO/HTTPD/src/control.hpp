/// Carries out the changes that clients request.
#pragma once

#include "web/board.hpp"

#include <cctk.h>

#include <string>

namespace httpd {

/// Whether the run is paused, and when it pauses. All processes have the same state.
class Control {
public:
  /// Considers the parameters pause, single_step, until_it, until_time and terminate, which the parameter file, this
  /// page or another thorn may set. If the run rejects changes, only `terminate` has an effect, and a pause ends.
  void follow_parameters(cGH const* cctkGH);

  /// Carries out a command on all processes and returns the sentence that informs the client. Collective.
  std::string execute(cGH const* cctkGH, Command const& command);

  /// Whether the run must wait now. A signal that ends the run ends a pause. Collective if the run is paused.
  bool must_wait();

  bool is_paused() const { return is_paused_; }
  bool is_ending() const { return is_ending_; }

private:
  void pause(cGH const* cctkGH, char const* reason);

  bool is_paused_ = false, is_ending_ = false;
  bool makes_step_ = false;
  bool pause_parameter_ = false; ///< its last value
};

/// Whether HTTPD::read_only or HTTPD::steering_frequency rejects all changes by clients.
bool rejects_changes();

/// Whether an active thorn writes checkpoints on request: it has the parameter checkpoint_next.
bool can_checkpoint();

} // namespace httpd
