#include "codegen/patterns/mapping_search.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace chemora::patterns {

namespace {

/// Choices for each level; every combination is a candidate.
using Choices = std::vector<std::vector<LevelMapping>>;

std::vector<LevelMapping> choices_with(Dimension dimension) {
  if (dimension == Dimension::sequential) return {{dimension, 1, {SpanKind::all, 1}}};
  std::vector<LevelMapping> choices;
  for (int block_size = 1; block_size <= max_block_size; block_size *= 2)
    for (SpanKind const kind : {SpanKind::points, SpanKind::all}) choices.push_back({dimension, block_size, {kind, 1}});
  return choices;
}

/// Calls `visit` with the choices of each assignment of dimensions to levels, in lexicographic order.
void for_each_order(std::size_t n_levels, std::function<void(Choices const& choices)> const& visit) {
  std::vector<Dimension> dimensions;
  for (std::size_t level = 0; level < n_levels; ++level)
    dimensions.push_back(static_cast<Dimension>(std::min<std::size_t>(level, n_dimensions)));
  do {
    Choices choices;
    for (Dimension const dimension : dimensions) choices.push_back(choices_with(dimension));
    visit(choices);
  } while (std::ranges::next_permutation(dimensions).found);
}

void for_each_candidate(Choices const& choices, Mapping& mapping, std::size_t level,
                        std::function<void(Mapping const& candidate)> const& visit) {
  if (level == choices.size()) return visit(mapping);
  for (LevelMapping const& choice : choices[level]) {
    mapping.levels[level] = choice;
    for_each_candidate(choices, mapping, level + 1, visit);
  }
}

/// Compares candidates and remembers the best one.
class Search {
public:
  Search(Nest const& nest, MachineShape const& machine, Rules rules)
      : machine_(machine), levels_(levels_of(nest)), constraints_(constraints_of(nest, machine, rules)),
        max_parallelism_(rules == Rules::complete ? machine.max_parallelism : HUGE_VAL) {
    result_.score = -1; // below the score of a nest without soft constraints
  }

  void try_all(Choices const& choices) {
    Mapping mapping{std::vector<LevelMapping>(choices.size())};
    for_each_candidate(choices, mapping, 0, [&](Mapping const& candidate) { try_candidate(candidate); });
  }

  SearchResult const& result() const { return result_; }

private:
  void try_candidate(Mapping const& candidate) {
    ++result_.n_candidates;
    double score = 0;
    for (Constraint const& constraint : constraints_) { // hard constraints are first
      bool const holds = is_satisfied(constraint, candidate, machine_);
      if (constraint.strength == Strength::hard && !holds) return;
      if (holds) score += constraint.weight;
    }
    ++result_.n_legal;
    if (score < result_.score) return;
    double const threads = std::min(parallelism(candidate, levels_), max_parallelism_);
    bool const is_tie = score == result_.score;
    result_.n_best = is_tie ? result_.n_best + 1 : 1;
    if (is_tie && threads <= parallelism_) return;
    result_.candidate = candidate;
    result_.score = score;
    parallelism_ = threads;
  }

  MachineShape const& machine_;
  std::vector<NestLevel> levels_;
  std::vector<Constraint> constraints_;
  double max_parallelism_;
  double parallelism_ = 0;
  SearchResult result_{};
};

double iterations_per_thread(LevelMapping const& mapping, NestLevel const& level) {
  return std::max(1.0, std::ceil(level.size / mapping.block_size));
}

bool may_be_split(LevelMapping const& mapping, NestLevel const& level) {
  return mapping.dimension != Dimension::sequential && mapping.span.kind != SpanKind::points &&
         level.needs_synchronisation && level.is_size_known_at_launch && level.can_be_split;
}

/// Multiplies or divides the parallelism by changing counts of spans. `may_change_kind` permits Split instead of
/// Span(all).
class ParallelismControl {
public:
  ParallelismControl(Mapping mapping, Nest const& nest, MachineShape const& machine)
      : mapping_(std::move(mapping)), nest_(nest), levels_(levels_of(nest)), machine_(machine) {}

  Mapping control(bool may_change_kind) {
    for (LevelMapping& level : mapping_.levels) level.span.count = 1;
    if (current() < machine_.min_parallelism) raise(may_change_kind);
    if (launched() > machine_.max_parallelism) reduce();
    return mapping_;
  }

private:
  double current() const { return std::max(1.0, parallelism(mapping_, levels_)); }
  /// The threads whose launch costs time. A block of a host costs as much as `lanes` threads, whatever its size.
  double launched() const {
    bool const is_host = machine_.row_threads > 0;
    return is_host ? n_blocks(mapping_, levels_) * machine_.lanes : current();
  }

  void raise(bool may_change_kind) {
    std::vector<std::size_t> order(levels_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t level) {
      return iterations_per_thread(mapping_.levels[level], levels_[level]);
    });
    for (std::size_t const level : order) {
      LevelMapping& mapping = mapping_.levels[level];
      if (!may_be_split(mapping, levels_[level])) continue;
      if (mapping.span.kind == SpanKind::all && !may_change_kind) continue;
      double const needed = std::ceil(machine_.min_parallelism / current());
      double const max_blocks = std::ceil(levels_[level].size / levels_[level].split_size);
      double const count = std::min({needed, max_blocks, iterations_per_thread(mapping, levels_[level])});
      if (count > 1) mapping.span = {SpanKind::split, static_cast<int>(count)};
    }
  }

  /// Returns whether adjacent blocks continue the same rows. Larger spans would prevent this, and more blocks of a host
  /// cost no launch.
  bool alternates_rows() const {
    std::vector<Constraint> const constraints = constraints_of(nest_, machine_);
    return std::ranges::any_of(constraints, [&](Constraint const& each) {
      return each.kind == ConstraintKind::alternate_rows && is_satisfied(each, mapping_, machine_);
    });
  }

  void reduce() {
    if (alternates_rows()) return;
    for (std::size_t level = levels_.size(); level-- > 0;) {
      LevelMapping& mapping = mapping_.levels[level];
      if (mapping.span.kind != SpanKind::points) continue;
      double const needed = std::ceil(launched() / machine_.max_parallelism);
      mapping.span.count = static_cast<int>(std::min(needed, iterations_per_thread(mapping, levels_[level])));
    }
  }

  Mapping mapping_;
  Nest const& nest_;
  std::vector<NestLevel> levels_;
  MachineShape const& machine_;
};

char const* to_text(SizeSource source) {
  constexpr char const* names[] = {"assumed", "hint", "exact"};
  return names[static_cast<int>(source)];
}

std::string levels_text(Nest const& nest) {
  std::string text;
  for (int number = 0; number < static_cast<int>(nest.patterns.size()); ++number) {
    NestPattern const& pattern = nest.patterns[static_cast<std::size_t>(number)];
    text += fmt::format("level {}: {} of size {} ({})\n", level_of(nest, number), pattern.name, pattern.size,
                        to_text(pattern.size_source));
  }
  return text;
}

std::string constraint_text(Constraint const& constraint, Mapping const& mapping, MachineShape const& machine) {
  bool const holds = is_satisfied(constraint, mapping, machine);
  std::string const strength =
      constraint.strength == Strength::hard ? "hard" : fmt::format("weight {:g}", constraint.weight);
  return fmt::format("{} {} {}: {}\n", holds ? "+" : "-", constraint.scope == Scope::local ? "local" : "global",
                     strength, to_text(constraint, machine));
}

} // namespace

SearchResult find_mapping(Nest const& nest, MachineShape const& machine, Rules rules) {
  Search search(nest, machine, rules);
  for_each_order(levels_of(nest).size(), [&](Choices const& choices) { search.try_all(choices); });
  SearchResult result = search.result();
  if (result.n_legal == 0)
    throw base::InternalError("No mapping to " + machine.name + " satisfies the hard constraints.");
  result.mapping = control_parallelism(result.candidate, nest, machine);
  return result;
}

Mapping control_parallelism(Mapping mapping, Nest const& nest, MachineShape const& machine) {
  return ParallelismControl(std::move(mapping), nest, machine).control(true);
}

Mapping adjust_mapping(Mapping const& mapping, Nest const& nest, MachineShape const& machine) {
  Choices choices;
  for (LevelMapping const& level : mapping.levels) {
    choices.emplace_back();
    for (LevelMapping choice : choices_with(level.dimension)) {
      bool const is_points = level.span.kind == SpanKind::points;
      if (is_points != (choice.span.kind == SpanKind::points)) continue;
      choice.span.kind = level.span.kind;
      choices.back().push_back(choice);
    }
  }
  Search search(nest, machine, Rules::complete);
  search.try_all(choices);
  if (search.result().n_legal == 0)
    throw base::InternalError("No block size satisfies the hard constraints:\n" + trace_of(mapping, nest, machine));
  return ParallelismControl(search.result().candidate, nest, machine).control(false);
}

double score_of(Mapping const& mapping, Nest const& nest, MachineShape const& machine, Rules rules) {
  double score = 0;
  for (Constraint const& constraint : constraints_of(nest, machine, rules))
    if (is_satisfied(constraint, mapping, machine)) score += constraint.weight;
  return score;
}

std::string trace_of(Mapping const& mapping, Nest const& nest, MachineShape const& machine, Rules rules) {
  std::string text = levels_text(nest);
  for (Constraint const& constraint : constraints_of(nest, machine, rules))
    text += constraint_text(constraint, mapping, machine);
  for (std::string const& access : flexible_accesses(nest))
    text += fmt::format("no constraint: the layout of the array of `{}` follows the mapping\n", access);
  std::vector<NestLevel> const levels = levels_of(nest);
  return text +
         fmt::format("score {:g}: {}, {:g} threads at the same time (machine: {:g} to {:g}), {:g} blocks of {:g}\n",
                     score_of(mapping, nest, machine, rules), to_text(mapping), parallelism(mapping, levels),
                     machine.min_parallelism, machine.max_parallelism, n_blocks(mapping, levels),
                     block_threads(mapping));
}

std::string trace_of(SearchResult const& result, Nest const& nest, MachineShape const& machine, Rules rules) {
  std::string text = trace_of(result.mapping, nest, machine, rules);
  text += fmt::format("{} candidates, {} satisfy the hard constraints, {} have the highest score\n",
                      result.n_candidates, result.n_legal, result.n_best);
  if (result.mapping != result.candidate)
    text += fmt::format("changed from {} for the parallelism of the machine\n", to_text(result.candidate));
  return text;
}

} // namespace chemora::patterns
