#include "testsuites/support/random_substep.hpp"

#include "codegen/ir/operation.hpp"
#include "codegen/passes/passes.hpp"
#include "testsuites/support/update_steps.hpp"

namespace chemora::testing_support {

namespace {

void add_updates(passes::Substep& substep, std::uint64_t seed, RandomData& data) {
  auto const& outputs = substep.kernel.outputs;
  Arrays const before = data.arrays;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    std::string const number = std::to_string(k), past = "past" + number, sum = "sum" + number;
    std::string const target = k < substep.kernel.inputs.size() ? substep.kernel.inputs[k] : "new" + number;
    for (auto const& name : {past, sum, "new" + number}) data.arrays[name] = before.at(outputs[outputs.size() - 1 - k]);
    bool const keeps_target = (seed + k) % 2 == 0, is_copied = (seed + k) % 3 == 0;
    // If true, the source of the copy is a sum that an update of another group may overwrite.
    bool const copies_sum = (seed + k) % 2 == 0;
    if (is_copied) substep.copies[target] = copies_sum ? "sum" + std::to_string((k + 1) % outputs.size()) : past;
    substep.updates.push_back({target, keeps_target, {past, outputs[k]}});
    substep.updates.push_back({sum, !keeps_target, {target}});
  }
  for (std::size_t n = 0; n < substep.updates.size(); ++n) {
    data.input.parameters[passes::scale_name(n)] = substep.updates[n].keeps_target ? 0.75 : 0;
    data.input.parameters[passes::factor_name(n, 0)] = ir::rounded_to(substep.kernel.real, 1.0 / 3);
    data.input.parameters[passes::factor_name(n, 1)] = -1.25;
  }
}

} // namespace

std::optional<RandomSubstep> make_random_substep(std::uint64_t seed, ir::Type real) {
  RandomSubstep random;
  passes::Substep& substep = random.substep;
  substep.name = "step";
  substep.kernel = passes::specialise(random_graph({.seed = seed, .n_outputs = 3, .real = real}), {});
  substep.zeros = {substep.kernel.outputs.begin(), substep.kernel.outputs.end()};
  if (!passes::can_cover_whole_rows(substep, substep.kernel)) return {};
  random.data = make_random_data(substep.kernel, whole.upper, seed);
  add_updates(substep, seed, random.data);
  if (seed % 4 != 0) substep.unneeded = {substep.kernel.outputs.begin(), substep.kernel.outputs.end() - seed % 2};
  substep.may_swap = [](auto const&, auto const&) { return true; };
  return random;
}

base::Box whole_rows(base::Box const& box) {
  return {{whole.lower[0], box.lower[1], box.lower[2]}, {whole.upper[0], box.upper[1], box.upper[2]}};
}

ir::InterpreterInput input_of(passes::UpdateGroup const& group, ir::InterpreterInput of_substep, base::Box const& box) {
  auto const given = of_substep.parameters;
  auto const rename = [&](std::string const& from, std::string const& to) {
    if (auto const found = given.find(from); found != given.end()) of_substep.parameters[to] = found->second;
  };
  for (std::size_t n = 0; n < group.updates.size(); ++n) {
    rename(passes::scale_name(group.updates[n]), passes::scale_name(n));
    for (std::size_t k = 0; k < 2; ++k) rename(passes::factor_name(group.updates[n], k), passes::factor_name(n, k));
  }
  of_substep.parameters[passes::inside_lower] = box.lower[0] + of_substep.scalars.lower_global[0];
  of_substep.parameters[passes::inside_upper] = box.upper[0] + of_substep.scalars.lower_global[0];
  return of_substep;
}

} // namespace chemora::testing_support
