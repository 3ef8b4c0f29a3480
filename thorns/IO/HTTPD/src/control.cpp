#include "control.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/text.hpp"
#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk_Parameters.h>

#include <mpi.h>

#include <vector>

namespace httpd {
namespace {

/// The active thorns that write a checkpoint AT CHECKPOINT if their parameter checkpoint_next is set.
std::vector<std::string> checkpoint_thorns() {
  std::vector<std::string> thorns;
  for (int i = 0; i < CCTK_NumCompiledThorns(); ++i)
    if (char const* const thorn = CCTK_CompiledThorn(i);
        CCTK_IsThornActive(thorn) && CCTK_ParameterData("checkpoint_next", thorn) != nullptr)
      thorns.emplace_back(thorn);
  return thorns;
}

bool is_off(char const* parameter, std::string const& thorn) {
  int type = 0;
  auto const* const value = static_cast<CCTK_INT const*>(CCTK_ParameterGet(parameter, thorn.c_str(), &type));
  return value != nullptr && type == PARAMETER_BOOLEAN && *value == 0;
}

/// Returns the number of warnings of this process since the first call that results may be wrong or output is missing.
int n_warnings() {
  static int n = 0;
  static int const is_registered = CCTK_WarnCallbackRegister(
      CCTK_WARN_ABORT, CCTK_WARN_ALERT, &n,
      [](int, int, char const*, char const*, char const*, void* number) { ++*static_cast<int*>(number); });
  return is_registered < 0 ? -1 : n;
}

/// Writes a checkpoint of the current iteration, also if the parameter `checkpoint` of the thorn is off.
std::string checkpoint(cGH const* cctkGH) {
  auto const thorns = checkpoint_thorns();
  if (thorns.empty()) return "No active thorn writes checkpoints. Activate IOHDF5.";
  int const warnings_before = n_warnings();
  std::vector<std::string> switched_on;
  for (auto const& thorn : thorns) {
    if (is_off("checkpoint", thorn) && CCTK_ParameterSet("checkpoint", thorn.c_str(), "yes") == 0)
      switched_on.push_back(thorn);
    CCTK_ParameterSet("checkpoint_next", thorn.c_str(), "yes");
  }
  CCTK_Traverse(const_cast<cGH*>(cctkGH), "CCTK_CHECKPOINT");
  for (auto const& thorn : switched_on) CCTK_ParameterSet("checkpoint", thorn.c_str(), "no");
  auto const start = "The checkpoint of iteration " + std::to_string(cctkGH->cctk_iteration);
  return n_warnings() == warnings_before ? start + " is written."
                                         : start + " has failed; the messages contain the reason.";
}

std::string set_parameter(Command const& command) {
  auto const name = command.thorn + "::" + command.parameter;
  auto const* const data = CCTK_ParameterData(command.parameter.c_str(), command.thorn.c_str());
  if (data != nullptr && data->accumulator_expression != nullptr)
    return name + " is an accumulator; change the parameters that it adds up.";
  switch (CCTK_ParameterSet(command.parameter.c_str(), command.thorn.c_str(), command.value.c_str())) {
  case 0:
    return name + " is now `" +
           iotools::take_text(CCTK_ParameterValString(command.parameter.c_str(), command.thorn.c_str())) + "`.";
  case -1:
    return name + ": `" + command.value + "` is not in the allowed range.";
  case -2:
    return "There is no parameter " + name + ".";
  case -3:
    return name + " cannot be changed during a run.";
  case -4:
  case -6: // in Chemora
    return name + ": `" + command.value + "` is not a value of the parameter's type.";
  case -5:
    return "The thorn of " + name + " is not active.";
  default:
    return name + " was not changed.";
  }
}

} // namespace

bool rejects_changes() {
  DECLARE_CCTK_PARAMETERS
  return read_only != 0 || steering_frequency == 0;
}

bool can_checkpoint() { return !checkpoint_thorns().empty(); }

void Control::follow_parameters(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  if (terminate) {
    CCTK_TerminateNext(cctkGH);
    is_ending_ = true;
  }
  if (rejects_changes()) is_paused_ = false; // no client could continue the run
  if (rejects_changes()) return;
  if (pause != 0 && !pause_parameter_) this->pause(cctkGH, "HTTPD::pause is set");
  if (pause == 0 && pause_parameter_) is_paused_ = false;
  pause_parameter_ = pause != 0;
  if (until_it_active && cctkGH->cctk_iteration >= until_it) {
    CCTK_ParameterSet("until_it_active", CCTK_THORNSTRING, "no");
    this->pause(cctkGH, "HTTPD::until_it is reached");
  }
  if (until_time_active && cctkGH->cctk_time >= until_time) {
    CCTK_ParameterSet("until_time_active", CCTK_THORNSTRING, "no");
    this->pause(cctkGH, "HTTPD::until_time is reached");
  }
  if (single_step) {
    CCTK_ParameterSet("single_step", CCTK_THORNSTRING, "no");
    makes_step_ = is_paused_;
  }
}

void Control::pause(cGH const* cctkGH, char const* reason) {
  if (!is_paused_ && iotools::is_root())
    CCTK_VINFO("The run is paused after iteration %d (%s). Use the live page to continue it", cctkGH->cctk_iteration,
               reason);
  is_paused_ = true;
}

std::string Control::execute(cGH const* cctkGH, Command const& command) {
  if (rejects_changes()) return "The run rejects all changes.";
  auto const iteration = std::to_string(cctkGH->cctk_iteration);
  switch (command.kind) {
  case Command::Kind::pause:
    pause(cctkGH, "the live page requests this");
    return "The run is paused after iteration " + iteration + ".";
  case Command::Kind::resume:
    is_paused_ = false;
    return "The run continues after iteration " + iteration + ".";
  case Command::Kind::step:
    is_paused_ = makes_step_ = true;
    return "The run pauses after one step.";
  case Command::Kind::checkpoint:
    return checkpoint(cctkGH);
  case Command::Kind::stop:
    CCTK_TerminateNext(cctkGH);
    is_ending_ = true;
    return "The run ends after iteration " + iteration + ".";
  case Command::Kind::set:
    return set_parameter(command);
  }
  return "";
}

bool Control::must_wait() {
  if (!is_paused_ || is_ending_) return false;
  if (makes_step_) {
    makes_step_ = false;
    return false;
  }
  int const own_signal = CCTK_ReceivedSignal();
  int signal = 0;
  MPI_Allreduce(&own_signal, &signal, 1, MPI_INT, MPI_MAX, iotools::communicator());
  return signal == 0;
}

} // namespace httpd
