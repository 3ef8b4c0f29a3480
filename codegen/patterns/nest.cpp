#include "codegen/patterns/nest.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace chemora::patterns {

namespace {

std::size_t index(int number) { return static_cast<std::size_t>(number); }

double probability_of(Nest const& nest, std::vector<int> const& branches) {
  double probability = 1;
  for (int const branch : branches) probability *= nest.branches[index(branch)].probability;
  return probability;
}

void check(bool holds, std::string const& name, char const* rule) {
  if (!holds) throw base::InternalError(fmt::format("The nest of patterns is invalid: {} of `{}`.", rule, name));
}

void check_branches(Nest const& nest, std::vector<int> const& branches, int level, std::string const& name) {
  for (int const branch : branches) {
    check(branch >= 0 && index(branch) < nest.branches.size(), name, "unknown branch");
    NestBranch const& found = nest.branches[index(branch)];
    check(found.probability >= 0 && found.probability <= 1, name, "probability of a branch outside 0 to 1");
    for (int const used : found.levels)
      check(used >= 0 && used <= level, name, "condition of a branch that depends on an inner level");
  }
}

} // namespace

int level_of(Nest const& nest, int pattern) {
  int level = 0;
  for (int parent = nest.patterns[index(pattern)].parent; parent >= 0; parent = nest.patterns[index(parent)].parent)
    ++level;
  return level;
}

std::vector<std::string> names_of_patterns(Nest const& nest) {
  std::vector<std::string> names;
  for (NestPattern const& pattern : nest.patterns) names.push_back("`" + pattern.name + "`");
  return names;
}

std::vector<NestLevel> levels_of(Nest const& nest) {
  std::vector<NestLevel> levels;
  for (int number = 0; index(number) < nest.patterns.size(); ++number) {
    NestPattern const& pattern = nest.patterns[index(number)];
    std::size_t const place = index(level_of(nest, number));
    if (place >= levels.size()) levels.resize(place + 1);
    NestLevel& level = levels[place];
    level.size = std::max(level.size, pattern.size);
    level.size_source = std::min(level.size_source, pattern.size_source);
    ++level.n_patterns;
    level.split_size = std::max(level.split_size, pattern.split_size);
    level.max_threads = std::min(level.max_threads, pattern.max_threads);
    level.is_size_known_at_launch = level.is_size_known_at_launch && pattern.is_size_known_at_launch;
    level.needs_synchronisation = level.needs_synchronisation || pattern.needs_synchronisation;
    level.is_stored = level.is_stored || pattern.is_stored;
    level.can_be_split =
        level.can_be_split && !pattern.is_stored && (!pattern.needs_synchronisation || pattern.can_be_split);
  }
  return levels;
}

double n_executions(Nest const& nest, int pattern) {
  double executions = 1;
  for (int number = pattern; number >= 0; number = nest.patterns[index(number)].parent) {
    NestPattern const& enclosing = nest.patterns[index(number)];
    executions *= enclosing.size * probability_of(nest, enclosing.branches);
  }
  return executions;
}

double n_executions(Nest const& nest, NestAccess const& access) {
  return n_executions(nest, access.pattern) * probability_of(nest, access.branches);
}

double n_elements(Nest const& nest, NestAccess const& access) {
  if (!access.levels) return n_executions(nest, access);
  double elements = probability_of(nest, access.branches);
  int level = level_of(nest, access.pattern);
  for (int number = access.pattern; number >= 0; number = nest.patterns[index(number)].parent, --level) {
    NestPattern const& enclosing = nest.patterns[index(number)];
    elements *= probability_of(nest, enclosing.branches) * (access.levels->contains(level) ? enclosing.size : 1);
  }
  return elements;
}

void verify(Nest const& nest) {
  if (nest.patterns.empty()) throw base::InternalError("The nest of patterns is invalid: it has no pattern.");
  for (int number = 0; index(number) < nest.patterns.size(); ++number) {
    NestPattern const& pattern = nest.patterns[index(number)];
    check(pattern.parent >= -1 && pattern.parent < number, pattern.name, "parent after the pattern");
    check(pattern.size >= 0, pattern.name, "negative size");
    check(pattern.parent >= 0 || pattern.branches.empty(), pattern.name, "branch around the outermost pattern");
    check_branches(nest, pattern.branches, level_of(nest, number) - 1, pattern.name);
    for (int const used : pattern.levels_of_length)
      check(used >= 0 && used < level_of(nest, number), pattern.name, "length that depends on an inner level");
  }
  for (NestAccess const& access : nest.accesses) {
    check(access.pattern >= 0 && index(access.pattern) < nest.patterns.size(), access.name, "unknown pattern");
    int const level = level_of(nest, access.pattern);
    check(!access.contiguous_level || (*access.contiguous_level >= 0 && *access.contiguous_level <= level), access.name,
          "contiguous level inside the access");
    check_branches(nest, access.branches, level, access.name);
  }
}

} // namespace chemora::patterns
