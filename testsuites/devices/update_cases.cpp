#include "testsuites/devices/update_cases.hpp"

#include "codegen/passes/passes.hpp"
#include "framework/base/box.hpp"
#include "testsuites/support/random_substep.hpp"
#include "testsuites/support/update_steps.hpp"

#include <algorithm>

namespace chemora::testing_support {

namespace {

bool has(std::vector<std::string> const& names, std::string const& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

RandomData data_of(passes::UpdateGroup const& group, ir::Graph const& graph, RandomData const& of_substep,
                   base::Box const& box) {
  RandomData data{input_of(group, of_substep.input, of_substep.box), box, {}};
  for (std::size_t n = 0; n < group.arrays.size(); ++n)
    if (auto const name = passes::name_in_group(n); has(graph.inputs, name) || has(graph.outputs, name))
      data.arrays[name] = of_substep.arrays.at(group.arrays[n]);
  return data;
}

} // namespace

std::vector<DeviceCase> make_update_cases(int first, int last, std::vector<plan::KernelPlan> const& plans) {
  std::vector<DeviceCase> cases;
  for (int seed = first; seed <= last; ++seed) {
    auto const substep =
        make_random_substep(static_cast<std::uint64_t>(seed), seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64);
    if (!substep) continue;
    base::Box const rows = whole_rows(substep->data.box);
    auto const other_boxes = base::subtract(whole, rows);
    auto const separate = passes::separate_updates(substep->substep);
    passes::UpdateGroup const& group = separate.groups[static_cast<std::size_t>(seed) % separate.groups.size()];
    for (bool const is_rows : {true, false}) {
      if (!is_rows && other_boxes.empty()) continue; // the kernel reads no neighbours
      ir::Graph const& graph = is_rows ? group.rows : group.remainder;
      std::size_t const n = cases.size();
      base::Box const box = is_rows ? rows : other_boxes[n / 2 % other_boxes.size()];
      cases.push_back(
          {graph, passes::specialise(graph, {}), plans[n % plans.size()], data_of(group, graph, substep->data, box)});
    }
  }
  return cases;
}

} // namespace chemora::testing_support
