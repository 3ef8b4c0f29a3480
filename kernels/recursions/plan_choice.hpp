/// Chooses the plans for the problems of a recursion.
///
/// Integer tables have the narrowest type that represents the values for the lengths of a problem, or that reports
/// values which it does not represent. Problems are sorted by length, so that the lanes of a group have similar
/// lengths. The longest problems are computed within, one after another, if a group of such problems would take longer.
/// Their tables are divided into strips if this is faster (WithinCost). On devices, windows are in tile or private
/// memory if they fit.
#pragma once

#include "kernels/recursions/problem_list.hpp"
#include "kernels/recursions/typed_systems.hpp"
#include "kernels/recursions/within_cost.hpp"

#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace chemora::recursions {

/// Problems with one plan.
struct PlannedProblems {
  std::optional<wavefront::Plan> plan{}; ///< nothing: the interpreter computes the problems
  wavefront::Representation representation{};
  std::string reason{};                ///< why the problems are interpreted
  std::vector<std::size_t> problems{}; ///< numbers of the problems, in the order of the groups of lanes
};

class PlanChoice {
public:
  /// `system` has no scalar parameters. `pinned` replaces the choice. All references must outlive this object.
  PlanChoice(recursion::System const& system, PlanFacts facts, std::optional<wavefront::Plan> pinned);

  /// Divides the problems. Throws base::UserError if the pinned plan does not fit.
  std::vector<PlannedProblems> choose(ProblemList const& problems);

  /// Returns the plans of problems that must be repeated because integers overflow, or because rows of probabilities
  /// have no common exponent. `planned` was their plan.
  std::vector<PlannedProblems> choose_wider(ProblemList const& problems, std::vector<std::size_t> repeated,
                                            PlannedProblems const& planned);

  TypedSystems const& typed() const { return typed_; }

private:
  using Sizes = std::map<std::string, long>;
  /// A type and its representation; nothing if the problem is interpreted for this reason.
  struct Form {
    std::optional<ir::Type> type{};
    wavefront::Representation representation{};
    std::string reason{};

    bool operator==(Form const&) const = default;
  };
  struct WithinPlan {
    std::optional<wavefront::Plan> plan{};
    std::optional<WithinCost> cost{};
  };
  /// The problems of one type, sorted from long to short.
  struct Part {
    ProblemList const& problems;
    std::span<std::size_t const> numbers;
    Form const& form;
  };

  Sizes sizes_of(ProblemList const& problems, Lengths lengths) const;
  Form const& form(ProblemList const& problems, std::size_t number, std::size_t first_type);
  Form find_form(Sizes const& sizes, std::size_t first_type) const;
  std::vector<PlannedProblems> divide(ProblemList const& problems, std::vector<std::size_t> numbers,
                                      std::size_t first_type);
  void divide_by_length(Part const& part, std::vector<PlannedProblems>& result);
  std::size_t groups_within(Part const& part, std::size_t n_lanes);
  void add_within(Part const& part, std::vector<PlannedProblems>& result);
  WithinPlan const& within_plan(ProblemList const& problems, std::size_t number, Form const& form);
  bool has_wavefronts() const;
  bool fits_within(wavefront::Plan const& plan) const;
  wavefront::Plan pinned_plan(ir::Type type) const;
  wavefront::Plan across_plan(ir::Type type) const;
  wavefront::Plan chosen_across_plan(ir::Type type) const;
  wavefront::Plan with_window(wavefront::Plan const& plan, Sizes const& sizes) const;
  long window_limit(wavefront::Plan const& plan) const;
  Sizes largest_sizes(ProblemList const& problems, std::span<std::size_t const> numbers) const;
  std::string reason_of_window(Part const& part) const;
  void check_pinned(Part const& part) const;
  int lanes_of(ir::Type type) const;

  recursion::System const& system_;
  PlanFacts facts_;
  std::optional<wavefront::Plan> pinned_;
  TypedSystems typed_;
  std::vector<ir::Type> types_{}; ///< from narrow to wide
  std::vector<wavefront::Schedule> conditional_{};
  bool has_integers_ = false, has_probabilities_ = false;
  TableSizes table_sizes_;
  std::map<std::pair<std::vector<long>, std::size_t>, Form> forms_{}; ///< by rounded lengths and first type
  /// By rounded lengths, type, and whether integers may overflow.
  std::map<std::tuple<std::vector<long>, ir::Type, bool>, WithinPlan> within_{};
};

} // namespace chemora::recursions
