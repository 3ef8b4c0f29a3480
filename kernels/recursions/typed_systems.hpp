/// The system of a solver for each type of integers: whether the type represents the values, and the kernels of plans.
#pragma once

#include "codegen/wavefront/lowered.hpp"
#include "codegen/wavefront/representation.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace chemora::recursions {

/// What the choice of plans depends on besides the system and the problems.
struct PlanFacts {
  recursion::Inputs const& shared;
  std::set<std::string> varying{};          ///< sequences that differ between problems
  bool is_device = false;                   ///< whether lanes are threads of blocks
  int vector_bytes = 16;                    ///< width of the vectors of the host
  int threads = 1;                          ///< threads of the host
  double n_workers = 1;                     ///< number of groups or strips that are computed at the same time
  std::size_t first_cache_bytes = 32 << 10; ///< first-level cache of a worker
  std::size_t cache_bytes = 1 << 20;        ///< largest cache of a worker that other workers do not use
  std::size_t tile_bytes = 0;               ///< memory that the threads of a block share; 0: none
  wavefront::SearchOptions search{};
};

class TypedSystems {
public:
  using Sizes = std::map<std::string, long>;

  /// `system` has no scalar parameters. The references must outlive this object.
  TypedSystems(recursion::System const& system, PlanFacts const& facts);

  bool has_integers() const { return has_integers_; }

  struct Variant {
    recursion::System system{}; ///< without integers for real64
    std::optional<std::string> why_not_columns{}, why_not_across{};
  };
  /// Throws base::UserError if the recursion has no order.
  Variant const& variant(ir::Type type) const;
  static wavefront::Plan lowered_plan(wavefront::Plan plan);

  /// Returns a representation for all lengths, if it costs nothing, or the one for these sizes.
  wavefront::RepresentationOrReason representation(ir::Type type, Sizes const& sizes) const;
  /// Returns whether results that equal the largest number of the type are likely.
  bool is_promising(ir::Type type, Sizes const& sizes) const;

  /// Returns the kernel of a plan.
  wavefront::Lowered lower(wavefront::Plan const& plan, wavefront::Representation const& representation) const;
  wavefront::LoweringOptions lowering_options(wavefront::Representation const& representation) const;
  /// Returns limits of the inputs for these sizes, which are those of the longest sequences.
  wavefront::InputLimits limits_of(Sizes const& sizes) const;

private:
  Sizes any_sizes() const;

  recursion::System const& system_;
  PlanFacts const& facts_;
  bool has_integers_;
  mutable std::optional<Variant> as_integers_{}, as_reals_{};
};

} // namespace chemora::recursions
