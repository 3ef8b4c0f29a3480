// The lists of updates of a substep: which arrays they read and write, and which may wait until a kernel needs them.
#include "step.hpp"

#include "Numerics/ThornTools/src/algorithms/result_cache.hpp"
#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace mol {

UpdateBatches::UpdateBatches(std::vector<Batch> batches, std::vector<ArrayRef> const& unneeded)
    : batches_(std::move(batches)) {
  for (Batch const& batch : batches_) {
    is_submitted_.push_back(batch.n > 0 && std::all_of(batch.updates.begin(), batch.updates.end(),
                                                       [](Update const& update) { return is_on_grid(update); }));
    if (!is_submitted_.back()) continue;
    for (Update const& update : batch.updates) {
      targets_.add(update.target, update.scale);
      n_sources_.push_back(static_cast<CCTK_INT>(update.sources.size()));
      for (ScaledArray const& source : update.sources) sources_.add(source.array, source.factor);
    }
  }
  for (ArrayRef const& array : unneeded)
    if (is_on_grid(array)) unneeded_.add(array, 0);
  is_done_.resize(n_sources_.size());
}

void UpdateBatches::submit_to_kernels(cGH const* cctkGH, bool may_wait) {
  std::fill(is_done_.begin(), is_done_.end(), 0);
  static bool const is_provided = CCTK_IsFunctionAliased("CaKernel_Update") != 0;
  if (is_provided)
    CaKernel_Update(cctkGH, targets_.size(), targets_.variables.data(), targets_.time_levels.data(),
                    targets_.factors.data(), n_sources_.data(), sources_.variables.data(), sources_.time_levels.data(),
                    sources_.factors.data(), unneeded_.variables.data(), unneeded_.time_levels.data(), unneeded_.size(),
                    may_wait, is_done_.data());
}

void UpdateBatches::apply(cGH const* cctkGH, bool may_wait) {
  submit_to_kernels(cctkGH, may_wait);
  auto is_done = is_done_.begin();
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    std::vector<Update> remaining;
    for (Update const& update : batches_[b].updates)
      if (!is_submitted_[b] || *is_done++ == 0) remaining.push_back(update);
    if (!remaining.empty()) update(cctkGH, remaining, batches_[b].n);
  }
}

namespace {

/// The variables that scheduled functions of other thorns read between substeps.
struct SubstepReaders {
  std::set<int> variables;
  std::string undeclared;   ///< name of a function without READS and WRITES, which may read any variable
  bool is_complete = false; ///< false if the flesh cannot enumerate scheduled functions
};

void add_reads(cFunctionData const* function, void* data) {
  auto& readers = *static_cast<SubstepReaders*>(data);
  if (std::strcmp(function->thorn, CCTK_THORNSTRING) == 0) return;
  for (int i = 0; i < function->n_RDWR; ++i)
    if (function->RDWR[i].where_rd != 0) readers.variables.insert(function->RDWR[i].varindex);
  bool const declares = function->n_ReadsClauses > 0 || function->n_WritesClauses > 0;
  if (!declares && !thorntools::has_tag(*function, "TellsAccelerator") && !thorntools::has_tag(*function, "Device"))
    readers.undeclared = std::string(function->thorn) + "::" + function->routine;
}

SubstepReaders const& substep_readers() {
  static SubstepReaders const result = [] {
    SubstepReaders readers;
    readers.is_complete = CCTK_VisitFunctionsIn("MoL_Step", add_reads, &readers) > 0;
    if (!readers.undeclared.empty())
      CCTK_VINFO(
          "Right-hand sides are stored in every substep, because %s may read them: it declares neither READS nor "
          "WRITES.",
          readers.undeclared.c_str());
    return readers;
  }();
  return result;
}

/// Whether a function of another thorn that is called in every substep may read the variable.
bool may_be_read_between_substeps(int variable) {
  SubstepReaders const& readers = substep_readers();
  return !readers.is_complete || !readers.undeclared.empty() || readers.variables.contains(variable);
}

/// The array of an operand (current, previous, rhs or scratch) of one evolved variable.
ArrayRef array_of(Integrated const& entry, int value) {
  if (is_rhs(value)) return level(entry.evolved.rhs, value < 0 ? -value : 0);
  switch (value) {
  case current:
    return level(entry.evolved.variable, 0);
  case previous:
    return entry.previous;
  default:
    return entry.scratch[value - scratch];
  }
}

Batch batch_of(Integrated const& entry, std::vector<Assignment<double>> const& assignments, double dt) {
  Batch batch{{}, entry.n};
  for (auto const& assignment : assignments) {
    batch.updates.push_back({array_of(entry, assignment.target), assignment.scale, {}});
    for (auto const& term : assignment.terms)
      batch.updates.back().sources.push_back(
          {array_of(entry, term.source), is_rhs(term.source) ? term.coefficient * dt : term.coefficient});
  }
  return batch;
}

/// The arguments that determine a cached list of updates.
struct ListArguments {
  std::uint64_t revision;
  double dt = 0;
  bool operator==(ListArguments const&) const = default;
};

using ListCache = thorntools::ResultCache<ListArguments, UpdateBatches>;
using ListCaches = std::map<std::pair<Method<double> const*, int>, ListCache>; // by method and remaining substeps

bool is_slow(Integrated const& entry, Method<double> const& method) {
  return entry.evolved.is_slow && method.is_multirate();
}

UpdateBatches make_initial_copies(cGH const* cctkGH) {
  std::vector<Batch> batches;
  for (Evolved const& evolved : registry().evolved())
    if (has_past_level(cctkGH, evolved.variable))
      batches.push_back(
          {{{level(evolved.variable, 0), 0, {{level(evolved.variable, 1), 1}}}}, n_points(cctkGH, evolved.variable)});
  return {std::move(batches), {}};
}

UpdateBatches make_zeroed_rhs(cGH const* cctkGH, bool evaluates_slow) {
  std::vector<Batch> batches;
  for (Evolved const& evolved : registry().evolved())
    if (!evolved.is_slow || evaluates_slow)
      batches.push_back({{{level(evolved.rhs, 0), 0, {}}}, n_points(cctkGH, evolved.rhs)});
  return {std::move(batches), {}};
}

std::vector<ArrayRef> unneeded_after(cGH const* cctkGH, Method<double> const& method, int remaining) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_last = remaining == 1;
  std::vector<ArrayRef> arrays;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    // Without init_RHS_zero, right-hand sides that no function sets must not change between substeps.
    if (!is_last && !is_slow(entry, method) && init_RHS_zero && !may_be_read_between_substeps(entry.evolved.rhs))
      arrays.push_back(level(entry.evolved.rhs, 0));
    if (is_last && !adaptive_stepsize) arrays.insert(arrays.end(), entry.scratch.begin(), entry.scratch.end());
  }
  return arrays;
}

UpdateBatches make_new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt) {
  auto const& current_substep = substep(method, remaining);
  std::vector<Batch> batches;
  for (Integrated const& entry : integrated_variables(cctkGH))
    batches.push_back(
        batch_of(entry, is_slow(entry, method) ? current_substep.slow_update : current_substep.update, dt));
  return {std::move(batches), unneeded_after(cctkGH, method, remaining)};
}

UpdateBatches make_prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining) {
  auto const& assignments = substep(method, remaining).prepare;
  std::vector<Batch> batches;
  if (!assignments.empty())
    for (Integrated const& entry : integrated_variables(cctkGH)) batches.push_back(batch_of(entry, assignments, 0));
  return {std::move(batches), {}};
}

} // namespace

Substep<double> const& substep(Method<double> const& method, int remaining) {
  return method.substeps[method.substeps.size() - remaining];
}

UpdateBatches& initial_copies(cGH const* cctkGH) {
  static ListCache cache;
  ListArguments const arguments{update_list_revision(cctkGH)};
  return cache.get(arguments, [&] { return make_initial_copies(cctkGH); });
}

UpdateBatches& zeroed_rhs(cGH const* cctkGH, bool evaluates_slow) {
  static std::array<ListCache, 2> caches;
  ListArguments const arguments{update_list_revision(cctkGH)};
  return caches[evaluates_slow].get(arguments, [&] { return make_zeroed_rhs(cctkGH, evaluates_slow); });
}

UpdateBatches& new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt) {
  static ListCaches caches;
  ListArguments const arguments{update_list_revision(cctkGH), dt};
  return caches[{&method, remaining}].get(arguments, [&] { return make_new_values(cctkGH, method, remaining, dt); });
}

UpdateBatches& prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining) {
  static ListCaches caches;
  ListArguments const arguments{update_list_revision(cctkGH)};
  return caches[{&method, remaining}].get(arguments, [&] { return make_prepared_values(cctkGH, method, remaining); });
}

} // namespace mol
