#include "codegen/patterns/constraints.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace chemora::patterns {

namespace {

std::size_t index(int number) { return static_cast<std::size_t>(number); }

bool has_distinct_dimensions(Mapping const& mapping) {
  unsigned used = 0;
  for (LevelMapping const& level : mapping.levels) {
    if (level.dimension == Dimension::sequential) {
      if (level.block_size != 1 || level.span.kind != SpanKind::all) return false;
      continue;
    }
    unsigned const bit = 1U << static_cast<unsigned>(level.dimension);
    if (used & bit) return false;
    used |= bit;
  }
  return true;
}

bool fits_dimensions(Mapping const& mapping, MachineShape const& machine) {
  return std::ranges::all_of(mapping.levels, [&](LevelMapping const& level) {
    return level.dimension == Dimension::sequential ||
           level.block_size <= machine.max_dimension_threads[static_cast<std::size_t>(level.dimension)];
  });
}

/// Threads combine their results in shared memory if a level with a reduction has several of them.
bool fits_shared_memory(Constraint const& constraint, Mapping const& mapping) {
  bool const combines =
      std::ranges::any_of(constraint.levels, [&](int level) { return mapping.levels[index(level)].block_size > 1; });
  return !combines || block_threads(mapping) <= constraint.limit;
}

bool is_uniform(Constraint const& constraint, Mapping const& mapping) {
  return std::ranges::all_of(constraint.levels, [&](int level) {
    return mapping.levels[index(level)].block_size == 1 || thread_stride(mapping, level) >= constraint.limit;
  });
}

std::string requirement(Constraint const& constraint, MachineShape const& machine) {
  auto const& threads = machine.max_dimension_threads;
  switch (constraint.kind) {
  case ConstraintKind::whole_span:
  case ConstraintKind::conservative_span:
    return fmt::format("level {} has `span all` or `split`", constraint.level);
  case ConstraintKind::not_split:
    return fmt::format("level {} has no `split`", constraint.level);
  case ConstraintKind::distinct_dimensions:
    return "levels have different dimensions, and sequential levels have one thread";
  case ConstraintKind::max_block_threads:
    return fmt::format("a block has at most {} threads", constraint.limit);
  case ConstraintKind::max_dimension_threads:
    return fmt::format("a block has at most {}, {} and {} threads along x, y and z", threads[0], threads[1],
                       threads[2]);
  case ConstraintKind::shared_memory:
    return fmt::format("a block whose threads combine results has at most {} threads", std::floor(constraint.limit));
  case ConstraintKind::coalesced:
    return fmt::format("level {} has dimension x and a multiple of {} threads", constraint.level, constraint.limit);
  case ConstraintKind::max_level_threads:
  case ConstraintKind::no_idle_threads:
  case ConstraintKind::few_partial_results:
    return fmt::format("level {} has at most {} threads per block", constraint.level, constraint.limit);
  case ConstraintKind::uniform:
    return fmt::format("{} adjacent threads have the same index of level {}", constraint.limit,
                       base::join(constraint.levels, ", ", [](int level) { return fmt::format("{}", level); }));
  case ConstraintKind::long_rows:
    return fmt::format("level {} has dimension x and at least {} threads", constraint.level, constraint.limit);
  case ConstraintKind::alternate_rows:
    return fmt::format("level {} has at least {} threads per block, and level {} has `span 1`", constraint.level,
                       constraint.limit, constraint.level + 1);
  case ConstraintKind::min_block_threads:
    return fmt::format("a block has at least {} threads", constraint.limit);
  }
  throw base::InternalError("A constraint has an unknown kind.");
}

} // namespace

bool is_satisfied(Constraint const& constraint, Mapping const& mapping, MachineShape const& machine) {
  LevelMapping const* level = constraint.level >= 0 ? &mapping.levels[index(constraint.level)] : nullptr;
  switch (constraint.kind) {
  case ConstraintKind::whole_span:
  case ConstraintKind::conservative_span:
    return level->span.kind != SpanKind::points;
  case ConstraintKind::not_split:
    return level->span.kind != SpanKind::split;
  case ConstraintKind::distinct_dimensions:
    return has_distinct_dimensions(mapping);
  case ConstraintKind::max_block_threads:
    return block_threads(mapping) <= constraint.limit;
  case ConstraintKind::max_dimension_threads:
    return fits_dimensions(mapping, machine);
  case ConstraintKind::shared_memory:
    return fits_shared_memory(constraint, mapping);
  case ConstraintKind::coalesced:
    return level->dimension == Dimension::x && level->block_size % static_cast<int>(constraint.limit) == 0;
  case ConstraintKind::long_rows:
    return level->dimension == Dimension::x && level->block_size >= constraint.limit;
  case ConstraintKind::alternate_rows:
    return level->block_size >= constraint.limit && mapping.levels[index(constraint.level + 1)].span == Span{};
  case ConstraintKind::max_level_threads:
  case ConstraintKind::no_idle_threads:
  case ConstraintKind::few_partial_results:
    return level->block_size <= constraint.limit;
  case ConstraintKind::uniform:
    return is_uniform(constraint, mapping);
  case ConstraintKind::min_block_threads:
    return block_threads(mapping) >= constraint.limit;
  }
  throw base::InternalError("A constraint has an unknown kind.");
}

std::string to_text(Constraint const& constraint, MachineShape const& machine) {
  return requirement(constraint, machine) + ": " + constraint.reason;
}

void check_mapping(Mapping const& mapping, Nest const& nest, MachineShape const& machine, std::string const& name) {
  std::size_t const n_levels = levels_of(nest).size();
  if (mapping.levels.size() != n_levels)
    throw base::UserError({name, 0, 0},
                          fmt::format("The mapping `{}` has {} level{}, but the nest has {}: {}. Write one mapping for "
                                      "each level, outermost first.",
                                      to_text(mapping), mapping.levels.size(), mapping.levels.size() == 1 ? "" : "s",
                                      n_levels, base::list_in_words(names_of_patterns(nest))));
  base::Diagnostics findings;
  for (Constraint const& constraint : constraints_of(nest, machine))
    if (constraint.strength == Strength::hard && !is_satisfied(constraint, mapping, machine))
      findings.error({name, 0, 0}, fmt::format("The mapping `{}` is not possible. Required: {}.", to_text(mapping),
                                               to_text(constraint, machine)));
  findings.throw_if_errors();
}

} // namespace chemora::patterns
