/// The plans among which the search chooses for one graph, and their genomes.
///
/// A space is a list of choices. A genome contains, for each choice in order, the index of an alternative as a binary
/// number. Every genome represents a legal plan: an index is taken modulo the number of alternatives, and decisions
/// that do not fit together are adjusted. The model's plan (tiling::choose_kernels) has a genome as well.
///
///     configuration   tile x of kernel 1, vector of kernel 1, ..., nontemporal urhs
///     storage         store %41                 (Paraiso: Manifest or Delayed)
///     kernels         kernel of urhs, kernel of %41   (which kernel computes and stores it)
///
/// Lengths are relative to the extents of the box, and their number depends only on the powers of two above the
/// extents. All problems of one shape class therefore have the same choices, and a genome is meaningful for all of
/// them.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tuning/division.hpp"
#include "kernels/tuning/genome.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::tuning {

/// The components of a genome, whose contributions the component study compares.
enum class Component {
  configuration, ///< C: tiles, blocks, vectors, unrolling, prefetches, streaming stores, threads
  storage,       ///< M: which values are stored and which are recomputed
  kernels        ///< S: which kernel computes and stores each result
};

/// All decisions of a plan before it is assembled. Each member exists for every kernel that the space allows.
struct Draft {
  std::vector<plan::KernelPlan> mappings;
  std::vector<tiling::Buffering> buffering;
  Division division;
};

/// One decision. Choices are applied in order; `set` may depend on decisions of earlier choices.
struct Choice {
  static constexpr int all_kernels = -1;

  std::string name;
  Component component = Component::configuration;
  int n_alternatives = 1;
  std::function<void(Draft& draft, int alternative)> set{};
  /// Returns the smallest alternative for which `set` does not change the draft. Throws base::UserError if there is
  /// none.
  std::function<int(Draft const& draft)> get{};
};

/// Number of bits of the index of an alternative.
int n_bits(Choice const& choice);

/// The default limit of the number of kernels of a plan.
constexpr int max_kernels = 8;

class SearchSpace {
public:
  /// `graph` is specialised for one region. The box of `problem` must not be empty. `graph`, `machine` and
  /// `problem.blocks` must outlive the space. `n_kernels` is the maximum number of kernels of a plan, at least that of
  /// the model's plan. A graph with few results has fewer kernels.
  SearchSpace(ir::Graph const& graph, tiling::Problem const& problem, machine::Machine const& machine,
              int n_kernels = max_kernels);

  std::vector<Choice> const& choices() const { return choices_; }
  /// Number of bits of a genome.
  std::size_t size() const { return size_; }

  /// Returns the plan of a genome of any length. The plan is legal for the graph and the device.
  plan::Plan decode(Genome const& genome) const;

  /// Returns a genome whose plan is canonical(graph, plan). Throws base::UserError if a decision of the plan is not an
  /// alternative of the space, as may be the case for plans that a user wrote.
  Genome encode(plan::Plan const& plan) const;

  /// Returns the representative of all genomes with the same plan.
  Genome normalised(Genome const& genome) const { return encode(decode(genome)); }

  /// Returns the genome that has the bits of `b` for the components in `from_b` and the bits of `a` elsewhere.
  Genome combine(Genome const& a, Genome const& b, std::vector<Component> const& from_b) const;

  /// A digest of names and numbers of alternatives. Genomes may be compared or combined only if they have the same
  /// digest.
  std::string identity() const;

private:
  Draft empty_draft() const;
  void finish(plan::Plan& plan, std::vector<tiling::Buffering> const& buffering) const;

  ir::Graph const& graph_;
  tiling::Problem problem_;
  std::string device_;
  std::size_t n_kernels_;
  std::vector<Choice> choices_;
  std::size_t size_ = 0;
};

/// The choices of one kernel on the host, and on devices that run blocks of threads.
std::vector<Choice> choices_of_host_kernel(std::size_t kernel, ir::Graph const& graph, tiling::Problem const& problem,
                                           machine::Machine const& machine);
std::vector<Choice> choices_of_block_kernel(std::size_t kernel, tiling::Problem const& problem);

/// Returns the part of a database key that describes the grid: the powers of two above the extents, and the number of
/// threads, such as `512 512 256, 2 threads`.
std::string shape_class(tiling::Problem const& problem);

} // namespace chemora::tuning
