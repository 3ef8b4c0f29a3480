/// Declarations that the scheduled functions of a step share: the integrator of the run, the evolved variables with
/// their storage, and the updates of a substep.
#pragma once

#include "arrays.hpp"
#include "methods/method.hpp"
#include "updates/registry.hpp"

#include <cstdint>
#include <vector>

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
/// Replacement for the flesh of Cactus, which cannot enumerate scheduled functions.
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return -1; }
#endif

namespace mol {

/// The integrator that the parameters select. Its method is empty if the parameters are invalid.
Integrator const& integrator();

/// The method of the next step after `n_steps_before` steps (rounded to an integer). The first steps of a multistep
/// method use methods of lower order.
Method<double> const& method_of_step(double n_steps_before);

/// One evolved variable during a step.
struct Integrated {
  Evolved evolved;
  std::ptrdiff_t n;              ///< points
  ArrayRef previous;             ///< the value at the beginning of the step
  std::vector<ArrayRef> scratch; ///< the scratch values of the method
};

/// An error message if MoL_Num_Scratch_Levels = 0 cannot provide the scratch arrays of all evolved grid functions;
/// otherwise empty.
std::string scratch_error(cGH const* cctkGH);

/// All evolved variables in the order of registration. The reference is valid until the next call.
std::vector<Integrated> const& integrated_variables(cGH const* cctkGH);

/// Storage for the values of save-and-restore variables during a step, in the order of registration.
std::vector<ArrayRef> saved_arrays(cGH const* cctkGH);

/// A counter that increases whenever cached lists of updates become invalid (UpdateListRevision).
std::uint64_t update_list_revision(cGH const* cctkGH);

/// The updates of one evolved variable.
struct Batch {
  std::vector<Update> updates;
  std::ptrdiff_t n; ///< points
};

/// Lists of updates that are created once and computed in every step by CaKernel or MoL.
class UpdateBatches {
public:
  /// No function reads the arrays in `unneeded` after the updates, so CaKernel need not store them.
  UpdateBatches(std::vector<Batch> batches, std::vector<ArrayRef> const& unneeded);

  std::vector<Batch> const& batches() const { return batches_; }

  /// Computes the updates with the same results as update() for each batch. CaKernel may fuse updates with the kernels
  /// of right-hand sides. With `may_wait`, CaKernel may delay the updates until their results are read.
  void apply(cGH const* cctkGH, bool may_wait);

  /// Passes the updates of grid functions to CaKernel and ignores updates of grid arrays and scalars. Used by
  /// --compile-only.
  void submit_to_kernels(cGH const* cctkGH, bool may_wait);

private:
  std::vector<Batch> batches_;
  std::vector<bool> is_submitted_; ///< by batch: whether all its arrays are grid functions
  ScaledTimeLevels targets_, sources_, unneeded_;
  std::vector<CCTK_INT> n_sources_, is_done_; ///< by submitted update
};

// The following functions return the updates of a substep. The lists are cached until update_list_revision() changes. A
// reference is valid until the next call of the same function.

/// The updates at the beginning of a step, which copy past time levels to current ones.
UpdateBatches& initial_copies(cGH const* cctkGH);

/// The updates that set right-hand sides to zero; slow right-hand sides only with `evaluates_slow`.
UpdateBatches& zeroed_rhs(cGH const* cctkGH, bool evaluates_slow);

Substep<double> const& substep(Method<double> const& method, int remaining);

/// The updates that compute the new values from the right-hand sides. They declare arrays that no function reads
/// afterwards as unneeded: after the last substep the scratch values, after other substeps the right-hand sides.
UpdateBatches& new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt);

/// The updates that the method makes before the right-hand sides are evaluated.
UpdateBatches& prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining);

} // namespace mol
