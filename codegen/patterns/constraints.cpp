#include "codegen/patterns/constraints.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace chemora::patterns {

namespace {

constexpr double coalesced_weight = 10;
constexpr double no_idle_threads_weight = 5;
constexpr double uniform_weight = 2;
constexpr double min_block_threads_weight = 1;
constexpr double few_partial_results_weight = 0.5;
constexpr double long_rows_weight = 0.1;
constexpr double alternate_rows_weight = 0.05;
constexpr double min_row = 4096.0 / bytes_of_number; ///< elements of a page; adjacent shorter rows share pages
constexpr double min_use_of_threads = 0.9; ///< elements of a row over those that all threads compute in the same time
constexpr double min_iterations_of_reduction = 8; ///< of a thread, before threads combine their results

std::size_t index(int number) { return static_cast<std::size_t>(number); }

/// Builds the constraints of one nest.
class ConstraintBuilder {
public:
  ConstraintBuilder(Nest const& nest, MachineShape const& machine)
      : nest_(nest), machine_(machine), levels_(levels_of(nest)) {}

  std::vector<Constraint> build(Rules rules) {
    add_spans();
    add_limits_of_machine();
    add_coalesced(rules);
    if (rules == Rules::complete) {
      add_idle_threads();
      add_branches();
      add_reductions();
      add_rows();
      add_streams();
    }
    add_min_block();
    return constraints_;
  }

private:
  /// `level` is -1 for constraints of the whole nest.
  void add_hard(ConstraintKind kind, int level, double limit, std::string const& reason,
                std::vector<int> const& levels = {}) {
    bool const is_local = level >= 0 && kind != ConstraintKind::conservative_span;
    constraints_.push_back({.kind = kind,
                            .strength = Strength::hard,
                            .scope = is_local ? Scope::local : Scope::global,
                            .level = level,
                            .limit = limit,
                            .levels = levels,
                            .reason = reason});
  }

  void add_soft(ConstraintKind kind, int level, double limit, double weight, std::string const& reason,
                std::vector<int> const& levels = {}) {
    if (weight <= 0) return;
    constraints_.push_back({.kind = kind,
                            .strength = Strength::soft,
                            .scope = kind == ConstraintKind::min_block_threads ? Scope::global : Scope::local,
                            .level = level,
                            .limit = limit,
                            .weight = weight,
                            .levels = levels,
                            .reason = reason});
  }

  template <class Visit>
  void for_each_pattern(Visit visit) const {
    for (int number = 0; index(number) < nest_.patterns.size(); ++number)
      visit(number, nest_.patterns[index(number)], level_of(nest_, number));
  }

  void add_spans() {
    for_each_pattern([&](int, NestPattern const& pattern, int level) {
      std::string const unknown = fmt::format("the size of `{}` is unknown at launch", pattern.name);
      if (pattern.needs_synchronisation)
        add_hard(ConstraintKind::whole_span, level, 0,
                 fmt::format("`{}` combines all of its iterations", pattern.name));
      else if (pattern.is_stored)
        add_hard(ConstraintKind::whole_span, level, 0,
                 fmt::format("the threads of a block share the results of `{}`", pattern.name));
      else if (!pattern.is_size_known_at_launch)
        add_hard(ConstraintKind::whole_span, level, 0, unknown);
      if (pattern.max_threads < max_block_size)
        add_hard(ConstraintKind::max_level_threads, level, pattern.max_threads,
                 fmt::format("`{}` cannot use more threads", pattern.name));
      if (!pattern.is_size_known_at_launch)
        add_hard(ConstraintKind::not_split, level, 0, unknown);
      else if (pattern.is_stored)
        add_hard(ConstraintKind::not_split, level, 0,
                 fmt::format("one block stores the results of `{}`", pattern.name));
      else if (pattern.needs_synchronisation && !pattern.can_be_split)
        add_hard(ConstraintKind::not_split, level, 0,
                 fmt::format("the results of blocks of `{}` cannot be combined", pattern.name));
    });
    for (int level = 0; index(level) < levels_.size(); ++level) {
      NestLevel const& shared = levels_[index(level)];
      if (shared.n_patterns > 1 && shared.needs_whole_span())
        add_hard(
            ConstraintKind::conservative_span, level, 0,
            fmt::format("the {} patterns of the level have the most conservative span of them", shared.n_patterns));
      if (!shared.needs_synchronisation)
        add_hard(ConstraintKind::not_split, level, 0, "no pattern of the level has results to combine");
    }
  }

  void add_limits_of_machine() {
    add_hard(ConstraintKind::distinct_dimensions, -1, 0, "indices of threads have one level each");
    add_hard(ConstraintKind::max_block_threads, -1, machine_.max_block_threads, machine_.name);
    add_hard(ConstraintKind::max_dimension_threads, -1, 0, machine_.name);
    std::vector<int> reductions;
    double bytes = 0;
    for_each_pattern([&](int, NestPattern const& pattern, int level) {
      if (!pattern.needs_synchronisation) return;
      if (!base::contains(reductions, level)) reductions.push_back(level);
      bytes = std::max<double>(bytes, pattern.result_bytes);
    });
    if (bytes > 0)
      add_hard(ConstraintKind::shared_memory, -1, machine_.shared_bytes / bytes,
               fmt::format("{} has {} bytes of shared memory", machine_.name, machine_.shared_bytes), reductions);
  }

  void add_coalesced(Rules rules) {
    for (NestAccess const& access : nest_.accesses) {
      if (!access.contiguous_level || access.has_flexible_layout) continue;
      NestLevel const& level = levels_[index(*access.contiguous_level)];
      bool const is_short = rules == Rules::complete && level.size_source != SizeSource::assumed;
      double const filled = is_short ? std::min(1.0, level.size / machine_.lanes) : 1.0;
      add_soft(ConstraintKind::coalesced, *access.contiguous_level, machine_.lanes,
               coalesced_weight * filled *
                   (rules == Rules::complete ? n_elements(nest_, access) : n_executions(nest_, access)),
               fmt::format("`{}` accesses adjacent elements", access.name));
    }
  }

  void add_idle_threads() {
    for_each_pattern([&](int number, NestPattern const& pattern, int level) {
      if (pattern.size_source == SizeSource::assumed) return;
      double const limit = std::exp2(std::ceil(std::log2(std::max(1.0, pattern.size))));
      add_soft(ConstraintKind::no_idle_threads, level, limit, no_idle_threads_weight * n_executions(nest_, number),
               fmt::format("`{}` has {} iterations", pattern.name, pattern.size));
    });
  }

  /// A branch concerns the accesses and patterns that it contains.
  void add_branches() {
    std::vector<double> executions(nest_.branches.size(), 0);
    auto const add = [&](std::vector<int> const& branches, double count) {
      for (int const branch : branches) executions[index(branch)] = std::max(executions[index(branch)], count);
    };
    for (NestAccess const& access : nest_.accesses) add(access.branches, n_executions(nest_, access));
    for_each_pattern([&](int number, NestPattern const& pattern, int level) {
      add(pattern.branches, n_executions(nest_, number));
      add_lengths(number, pattern, level);
      if (pattern.is_size_known_at_launch || level == 0) return;
      std::vector<int> enclosing;
      for (int outer = 0; outer < level; ++outer) enclosing.push_back(outer);
      add_soft(ConstraintKind::uniform, -1, machine_.lanes, uniform_weight * n_executions(nest_, number),
               fmt::format("the size of `{}` differs between iterations of the patterns around it", pattern.name),
               enclosing);
    });
    for (std::size_t branch = 0; branch < nest_.branches.size(); ++branch)
      if (!nest_.branches[branch].levels.empty())
        add_soft(ConstraintKind::uniform, -1, machine_.lanes, uniform_weight * executions[branch],
                 fmt::format("`{}` depends on their indices", nest_.branches[branch].name),
                 nest_.branches[branch].levels);
  }

  /// Adjacent threads execute an `iterate` until the last of them ends. Their numbers of iterations are equal along a
  /// level on whose index the number does not depend. If it depends on the indices of all enclosing levels, it is
  /// assumed to differ least between adjacent indices of the longest level.
  void add_lengths(int number, NestPattern const& pattern, int level) {
    std::vector<int> levels(pattern.levels_of_length.begin(), pattern.levels_of_length.end());
    double longest = 0;
    if (static_cast<int>(levels.size()) == level)
      for (int const each : levels) longest = std::max(longest, levels_[index(each)].size);
    std::erase_if(levels, [&](int each) { return levels_[index(each)].size == longest; });
    if (!levels.empty())
      add_soft(ConstraintKind::uniform, -1, machine_.lanes, uniform_weight * n_executions(nest_, number),
               fmt::format("the number of iterations of `{}` depends on it{}", pattern.name,
                           longest > 0 ? fmt::format(", and less on a level of size {}", longest) : ""),
               levels);
  }

  void add_reductions() {
    for_each_pattern([&](int number, NestPattern const& pattern, int level) {
      if (pattern.needs_synchronisation)
        add_soft(ConstraintKind::few_partial_results, level, std::max(1.0, pattern.size / min_iterations_of_reduction),
                 few_partial_results_weight * n_executions(nest_, number),
                 fmt::format("each thread of `{}` has at least {} of {} iterations", pattern.name,
                             min_iterations_of_reduction, pattern.size));
    });
  }

  /// Returns the number of elements of a part of a row: the minimum of `row_threads` and the rounded size, divided by
  /// two until the parts use `min_use_of_threads` of the threads of the host.
  double largest_part_of_row(double size) const {
    double part = std::min<double>(machine_.row_threads, std::exp2(std::ceil(std::log2(std::max(1.0, size)))));
    auto const elements_of_thread = [&] {
      double const parts = std::ceil(size / part);
      return std::min(size, part * std::ceil(parts / machine_.parallel_blocks));
    };
    while (part > machine_.lanes && size < min_use_of_threads * machine_.parallel_blocks * elements_of_thread())
      part /= 2;
    return part;
  }

  /// Requires long rows for accesses of a host to rows of adjacent elements, between which an inner level changes. Each
  /// row starts in another page, and the processor does not prefetch short rows.
  void add_rows() {
    for (NestAccess const& access : nest_.accesses) {
      if (machine_.row_threads == 0 || !access.contiguous_level) continue;
      double const size = levels_[index(*access.contiguous_level)].size;
      double const limit = largest_part_of_row(size);
      if (limit <= machine_.lanes) continue;
      bool has_inner_level = false;
      for (int level = *access.contiguous_level + 1; level <= level_of(nest_, access.pattern); ++level)
        has_inner_level = has_inner_level || !access.levels || access.levels->contains(level);
      if (has_inner_level)
        add_soft(ConstraintKind::long_rows, *access.contiguous_level, limit,
                 long_rows_weight * n_elements(nest_, access), fmt::format("`{}` accesses rows", access.name));
    }
  }

  /// Requires blocks of a host with several rows. The processor prefetches each row separately, only a few lines ahead
  /// and within a page, so that a single row does not use the bandwidth of the memory. All patterns must be nested
  /// maps, because a block would execute other patterns again for each part of a row.
  void add_streams() {
    int const row = static_cast<int>(levels_.size()) - 1, outer = row - 1;
    if (machine_.row_streams == 0 || outer < 0 || levels_[index(row)].size < min_row) return;
    for (NestLevel const& level : levels_)
      if (level.n_patterns > 1 || level.needs_whole_span()) return;
    std::set<std::string> arrays, arrays_of_one_row;
    double elements = 0;
    for (NestAccess const& access : nest_.accesses) {
      if (access.contiguous_level != row || access.has_flexible_layout) continue;
      bool const is_one_row = access.levels && !access.levels->contains(outer);
      (is_one_row ? arrays_of_one_row : arrays).insert("`" + access.name + "`");
      elements = std::max(elements, n_elements(nest_, access));
    }
    double const streams = machine_.row_streams - static_cast<double>(arrays_of_one_row.size());
    double const rows = std::min(streams / static_cast<double>(arrays.size()), levels_[index(outer)].size);
    if (!arrays.empty() && rows >= 2)
      add_soft(ConstraintKind::alternate_rows, outer, std::exp2(std::floor(std::log2(rows))),
               alternate_rows_weight * elements,
               fmt::format("rows of {} are prefetched", base::list_in_words({arrays.begin(), arrays.end()})));
  }

  void add_min_block() {
    double executions = 0;
    for_each_pattern(
        [&](int number, NestPattern const&, int) { executions = std::max(executions, n_executions(nest_, number)); });
    add_soft(ConstraintKind::min_block_threads, -1, machine_.min_block_threads, min_block_threads_weight * executions,
             machine_.name);
  }

  Nest const& nest_;
  MachineShape const& machine_;
  std::vector<NestLevel> levels_;
  std::vector<Constraint> constraints_{};
};

} // namespace

std::vector<Constraint> constraints_of(Nest const& nest, MachineShape const& machine, Rules rules) {
  verify(nest);
  return ConstraintBuilder(nest, machine).build(rules);
}

std::vector<std::string> flexible_accesses(Nest const& nest) {
  std::vector<std::string> names;
  for (NestAccess const& access : nest.accesses)
    if (access.has_flexible_layout) names.push_back(access.name);
  return names;
}

} // namespace chemora::patterns
