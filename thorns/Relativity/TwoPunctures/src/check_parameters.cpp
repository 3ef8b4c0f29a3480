// Refuses black holes that cannot be.
#include "parameters.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>

namespace twopunctures {
namespace {

bool is_zero(Point const& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return x == 0; });
}

bool is_lapse_of_this_thorn(char const* name) {
  for (char const* ours : {"twopunctures-antisymmetric", "twopunctures-averaged", "psi^n", "brownsville"})
    if (CCTK_EQUALS(name, ours)) return true;
  return false;
}

// What parameter files of other programs may ask for.
void check_not_there() {
  DECLARE_CCTK_PARAMETERS
  struct Wish {
    char const* name;
    CCTK_INT is_wanted;
  };
  for (Wish const& wish : {Wish{"use_sources", use_sources},
                           {"use_external_initial_guess", use_external_initial_guess},
                           {"multiply_old_lapse", multiply_old_lapse},
                           {"solve_momentum_constraint", solve_momentum_constraint}})
    if (wish.is_wanted)
      CCTK_VPARAMWARN("TwoPunctures::%s = yes is not there: the solver is for vacuum, Bowen and York's curvature and a "
                      "lapse of its own.",
                      wish.name);
}

// What changes nothing, so that the log says so.
void warn_of_no_effect() {
  DECLARE_CCTK_PARAMETERS
  if (!schedule_in_ADMBase_InitialData)
    CCTK_VWARN(CCTK_WARN_ALERT, "TwoPunctures::schedule_in_ADMBase_InitialData = no has no effect: the data are set in "
                                "ADMBase_InitialData all the same.");
  if (do_residuum_debug_output)
    CCTK_VWARN(CCTK_WARN_ALERT, "TwoPunctures::do_residuum_debug_output = yes has no effect: the residuals are in the "
                                "log where TwoPunctures::verbose = yes.");
  if (do_initial_debug_output)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "TwoPunctures::do_initial_debug_output = yes has no effect: there is no initial guess to "
               "show.");
}

} // namespace

extern "C" void TwoPunctures_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_EQUALS(initial_data, "twopunctures")) {
    if (is_lapse_of_this_thorn(initial_lapse))
      CCTK_VPARAMWARN("ADMBase::initial_lapse = \"%s\" belongs to the black holes of TwoPunctures, but "
                      "ADMBase::initial_data is \"%s\": set it to \"twopunctures\", or choose another lapse.",
                      initial_lapse, initial_data);
    return;
  }
  check_not_there();
  warn_of_no_effect();
  Binary const binary = binary_from_parameters();
  char const* const names[] = {"plus", "minus"};
  for (int which : {0, 1}) {
    Puncture const& puncture = binary.puncture[which];
    if (puncture.mass == 0 && !(is_zero(puncture.momentum) && is_zero(puncture.spin)))
      CCTK_VPARAMWARN("TwoPunctures::par_m_%s is 0, so there is no hole, but par_P_%s or par_S_%s is not 0.",
                      names[which], names[which], names[which]);
    if (puncture.mass == 0 && !give_bare_mass)
      CCTK_VPARAMWARN(
          "TwoPunctures::par_m_%s is 0; with give_bare_mass = no it is the first guess of the bare mass, and "
          "must be positive.",
          names[which]);
  }
}

} // namespace twopunctures
