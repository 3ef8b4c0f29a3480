/// What the scheduled functions of a step share: the method of the run, the evolved variables with their storage, and
/// the updates of a substep.
#pragma once

#include "arrays.hpp"
#include "methods/method.hpp"
#include "updates/registry.hpp"

#include <cstdint>
#include <vector>

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
/// The flesh of Cactus cannot enumerate scheduled functions.
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return -1; }
#endif

namespace mol {

/// The method that the parameters select. If there are errors, the method is empty.
Integrator const& integrator();

/// The method of the step after `n_steps_before` steps (rounded). Multistep methods begin with other methods.
Method<double> const& method_of_step(double n_steps_before);

/// One evolved variable during a step.
struct Integrated {
  Evolved evolved;
  std::ptrdiff_t n;              ///< points
  ArrayRef previous;             ///< the value at the beginning of the step
  std::vector<ArrayRef> scratch; ///< the scratch values of the method
};

/// All evolved variables in the order of registration. The reference is valid until the next call.
std::vector<Integrated> const& integrated_variables(cGH const* cctkGH);

/// Storage for the values of save-and-restore variables during a step, in the order of registration.
std::vector<ArrayRef> saved_arrays(cGH const* cctkGH);

/// A counter that increases whenever cached lists of updates become invalid (UpdateListRevision).
std::uint64_t update_list_revision(cGH const* cctkGH);

/// The updates of one variable.
struct Batch {
  std::vector<Update> updates;
  std::ptrdiff_t n; ///< points
};

/// Lists of updates that are made once and computed in every step, by CaKernel or by MoL.
class UpdateBatches {
public:
  /// The values of arrays in `unneeded` may be lost after the updates.
  UpdateBatches(std::vector<Batch> batches, std::vector<ArrayRef> const& unneeded);

  std::vector<Batch> const& batches() const { return batches_; }

  /// Computes the updates. The values are those of calling update() for each batch. CaKernel may fuse its updates with
  /// the kernels of right-hand sides. With `may_wait`, CaKernel may compute them later, but before the results are
  /// read.
  void apply(cGH const* cctkGH, bool may_wait);

  /// Passes the updates of grid functions to CaKernel and leaves the others. Used by --compile-only.
  void submit_to_kernels(cGH const* cctkGH, bool may_wait);

private:
  std::vector<Batch> batches_;
  std::vector<bool> is_submitted_; ///< by batch: all arrays are grid functions
  ScaledTimeLevels targets_, sources_, unneeded_;
  std::vector<CCTK_INT> n_sources_, is_done_; ///< by update that is submitted
};

// The updates of a substep, made from the method and cached until something that they depend on changes. References are
// valid until the next call of the same function.

/// Copies of past time levels to the current ones, with which the step begins.
UpdateBatches& initial_copies(cGH const* cctkGH);

/// Right-hand sides set to zero; slow ones only if they will be evaluated.
UpdateBatches& zeroed_rhs(cGH const* cctkGH, bool evaluates_slow);

Substep<double> const& substep(Method<double> const& method, int remaining);

/// The new values after the right-hand sides have been evaluated. Values that are unneeded afterwards are right-hand
/// sides between substeps, if no function reads them there, and scratch values of the method after the last substep.
UpdateBatches& new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt);

/// The assignments of the method before the right-hand sides are evaluated.
UpdateBatches& prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining);

} // namespace mol
