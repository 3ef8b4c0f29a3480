// Rows of the interior to the ends of the arrays, then all that lies beside them.
#include "sums_launch.hpp"

#include "cctk_Functions.h"
#include "framework/base/box_list.hpp"

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

Runtime::NamedGraph named(ir::Graph const& graph, std::string const& name, bool has_whole_rows) {
  KernelName const kernel{CCTK_THORNSTRING, name};
  return {kernel, kernel.full_name(), chemora::jit::specialise(graph, {}).front(), has_whole_rows};
}

} // namespace

void add_factors(std::map<std::string, double>& values, std::size_t n, Sum const& sum) {
  values[passes::scale_name(n)] = sum.scale;
  for (std::size_t k = 0; k < sum.terms.size(); ++k) values[passes::factor_name(n, k)] = sum.terms[k].factor;
}

void add_bounds(std::map<std::string, double>& values, launch::LocalGrid const& grid) {
  base::Box const inside = interior(grid);
  values[passes::inside_lower] = inside.lower[0] + grid.scalars.lower_global[0];
  values[passes::inside_upper] = inside.upper[0] + grid.scalars.lower_global[0];
}

SumsLaunch::SumsLaunch(passes::SumsApart const& sums, FindGridArray const& find) {
  for (auto const& one : sums.groups) {
    groups_.push_back({one, {}, nullptr});
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
        cctkGH, key, {named(group.sums.rows, name, true), named(group.sums.rest, name + "_rest", false)}, grid, reason);
    if (!group.parts) break;
  }
  return reason;
}

// What the kernel has computed is valid in the interior only, and read nowhere else.
void SumsLaunch::before_running(cGH const* cctkGH, launch::LocalGrid const& grid, Group const& group) {
  int const level = refinement_level(cctkGH);
  auto const& everywhere = group.sums.rest.inputs;
  BoxList reads;
  for (auto const& input : group.sums.rows.inputs) {
    bool const is_everywhere = std::find(everywhere.begin(), everywhere.end(), input) != everywhere.end();
    base::Box const box = is_everywhere ? whole(grid) : interior(grid);
    if (!box.is_empty()) reads.add(group.arrays.at(input), level, box);
  }
  require(cctkGH, reads);
  for (auto const& output : group.sums.rest.outputs)
    announce_writing(cctkGH, group.arrays.at(output), CCTK_VALID_EVERYWHERE);
}

void SumsLaunch::run(cGH const* cctkGH, launch::LocalGrid const& grid,
                     std::function<Sum const&(std::size_t update)> const& sum_of) const {
  int const level = refinement_level(cctkGH);
  base::Box const rows = rows_of(grid);
  auto const beside = base::subtract(whole(grid), rows);
  for (Group const& group : groups_) {
    std::map<std::string, double> values;
    for (std::size_t n = 0; n < group.sums.updates.size(); ++n) add_factors(values, n, sum_of(group.sums.updates[n]));
    add_bounds(values, grid);
    auto const memory = [&](std::string const& name) {
      GridArray const array = group.arrays.at(name);
      return Device_Array(cctkGH, array.variable, level, array.time_level);
    };
    before_running(cctkGH, grid, group);
    if (!rows.is_empty()) Runtime::instance().run(group.parts->front(), {&rows, 1}, false, grid, values, memory);
    Runtime::instance().run(group.parts->back(), beside, false, grid, values, memory);
  }
}

} // namespace ca_kernel
