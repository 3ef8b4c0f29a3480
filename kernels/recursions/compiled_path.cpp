#include "kernels/recursions/compiled_path.hpp"

#include "codegen/wavefront/lower_ordered.hpp"

namespace chemora::recursions {

wavefront::Plan CompiledPath::plan() { return {.keeps_tables = true}; }

wavefront::LoweringOptions CompiledPath::with_checks(wavefront::LoweringOptions options,
                                                     recursion::System const& system) {
  for (recursion::Function const& function : system.functions)
    if (function.type == recursion::ValueType::integer) options.checked.insert(function.name);
  return options;
}

CompiledPath::CompiledPath(recursion::System const& system, recursion::System const& lowered,
                           recursion::Inputs const& shared, wavefront::LoweringOptions const& options,
                           device::Device& device, Compile const& compile, MemoryLimit& memory)
    : system_(system), kernel_(system, shared, wavefront::lower_ordered(lowered, plan(), with_checks(options, lowered)),
                               1, {}, system.name + " " + wavefront::to_text(plan()), device, compile, memory) {}

std::optional<std::vector<PathStep>> CompiledPath::path(ProblemList const& problem, recursion::Inputs const& inputs) {
  std::size_t const first = 0;
  if (kernel_.bytes(problem.parameters(), problem.lengths(first), 1) >
      static_cast<double>(kernel_.memory().max_bytes()))
    return std::nullopt;
  std::optional<std::vector<PathStep>> steps;
  if (!kernel_.solve(problem, {&first, 1}).overflows[0]) {
    std::map<std::string, StoredTable> const tables = kernel_.tables();
    steps.emplace();
    for (recursion::TableElement const &element :
         recursion::path_in_tables(system_, inputs, [&](std::string const&function, std::size_t number) {
           return tables.at(function).element(number);
         }))
      steps->push_back({element.function, element.position});
  }
  kernel_.release_memory();
  return steps;
}

} // namespace chemora::recursions
