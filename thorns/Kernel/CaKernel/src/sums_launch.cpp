// Rows of the interior to the ends of the arrays, then all that lies beside them.
#include "sums_launch.hpp"

#include "framework/base/box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace launch = chemora::launch;
namespace passes = chemora::passes;

namespace {

base::Box interior(launch::LocalGrid const& grid) {
  auto const boxes = launch::boxes_of(ir::Region::interior, grid);
  return boxes.empty() ? base::Box{} : boxes.front();
}

base::Box whole(launch::LocalGrid const& grid) { return {{0, 0, 0}, grid.extent}; }

/// Those of a process without interior are empty.
base::Box rows_of(launch::LocalGrid const& grid) {
  base::Box rows = interior(grid);
  if (!rows.is_empty()) rows.lower[0] = 0, rows.upper[0] = grid.extent[0];
  return rows;
}

/// Forms of sums are numbered as they come: equal graphs have equal names.
std::string name_of_form(ir::Graph const& rows) {
  static std::vector<std::string> known;
  std::string const text = ir::to_text(rows);
  auto found = std::find(known.begin(), known.end(), text);
  if (found == known.end()) found = known.insert(known.end(), text);
  return fmt::format("Sums{}", found - known.begin() + 1);
}

Runtime::NamedGraph named(ir::Graph const& graph, std::string const& name, bool gets_whole_rows) {
  KernelName const kernel{CCTK_THORNSTRING, name};
  return {kernel, kernel.full_name(), chemora::jit::specialise(graph, {}).front(), gets_whole_rows};
}

} // namespace

void add_factor_names(Names& names, std::size_t n, Sum const& sum) {
  names.push_back(passes::scale_name(n));
  for (std::size_t k = 0; k < sum.terms.size(); ++k) names.push_back(passes::factor_name(n, k));
}

void add_factors(Values& values, Sum const& sum) {
  values.push_back(sum.scale);
  for (auto const& term : sum.terms) values.push_back(term.factor);
}

void add_bound_names(Names& names) { names.insert(names.end(), {passes::inside_lower, passes::inside_upper}); }

void add_bounds(Values& values, launch::LocalGrid const& grid) {
  base::Box const inside = interior(grid);
  for (int const end : {inside.lower[0], inside.upper[0]}) values.push_back(end + grid.scalars.lower_global[0]);
}

SumsLaunch::SumsLaunch(passes::SeparateUpdates const& sums, FindGridArray const& find) {
  for (auto const& one : sums.groups) {
    groups_.push_back({one, {}, nullptr, {}});
    for (std::size_t n = 0; n < one.arrays.size(); ++n)
      groups_.back().arrays[passes::name_in_group(n)] = find(one.arrays[n]);
  }
}

std::string SumsLaunch::prepare(cGH const* cctkGH, launch::LocalGrid const& grid) {
  std::string reason;
  for (Group& group : groups_) {
    std::string const name = name_of_form(group.sums.rows);
    std::string key = CCTK_THORNSTRING "::" + name;
    for (int const n : grid.allocated) key += " " + std::to_string(n);
    group.parts = Runtime::instance().ready(
        cctkGH, key, {named(group.sums.rows, name, true), named(group.sums.remainder, name + "_rest", false)}, grid,
        reason);
    if (!group.parts) break;
  }
  return reason;
}

// What the kernel has computed is valid in the interior only, and read nowhere else.
void SumsLaunch::before_running(cGH const* cctkGH, launch::LocalGrid const& grid, Group const& group) {
  int const level = refinement_level(cctkGH);
  auto const& everywhere = group.sums.remainder.inputs;
  BoxList reads;
  for (auto const& input : group.sums.rows.inputs) {
    bool const is_everywhere = std::find(everywhere.begin(), everywhere.end(), input) != everywhere.end();
    base::Box const box = is_everywhere ? whole(grid) : interior(grid);
    if (!box.is_empty()) reads.add(group.arrays.at(input), level, box);
  }
  require(cctkGH, reads);
  RegionList stored;
  for (auto const& output : group.sums.remainder.outputs)
    stored.add(group.arrays.at(output), level, CCTK_VALID_EVERYWHERE);
  announce_writing(cctkGH, stored);
}

void SumsLaunch::find_arguments(Group& group, SumOf const& sum_of) {
  if (!group.arguments.empty()) return;
  Names names;
  for (std::size_t n = 0; n < group.sums.updates.size(); ++n) add_factor_names(names, n, sum_of(group.sums.updates[n]));
  add_bound_names(names);
  for (auto const& part : *group.parts)
    group.arguments.emplace_back(
        part, [&](std::string const& name) { return group.arrays.at(name); }, names);
}

void SumsLaunch::run(cGH const* cctkGH, launch::LocalGrid const& grid, SumOf const& sum_of) {
  base::Box const rows = rows_of(grid);
  auto const beside = base::subtract(whole(grid), rows);
  for (Group& group : groups_) {
    Values values;
    for (std::size_t const update : group.sums.updates) add_factors(values, sum_of(update));
    add_bounds(values, grid);
    find_arguments(group, sum_of);
    before_running(cctkGH, grid, group);
    auto const run = [&](std::size_t part, std::span<base::Box const> boxes) {
      Runtime::instance().run(cctkGH, (*group.parts)[part], boxes, false, grid, group.arguments[part], values);
    };
    if (!rows.is_empty()) run(0, {&rows, 1});
    run(1, beside);
  }
}

} // namespace ca_kernel
