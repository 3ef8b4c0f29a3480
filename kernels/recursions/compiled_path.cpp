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
                           device::Device& device, Compile const& compile)
    : system_(system), kernel_(system, shared, wavefront::lower_ordered(lowered, plan(), with_checks(options, lowered)),
                               1, {}, system.name + " " + wavefront::to_text(plan()), device, compile) {}

std::optional<std::vector<PathStep>> CompiledPath::path(ProblemList const& problem, recursion::Inputs const& inputs,
                                                        long max_bytes) {
  std::size_t const first = 0;
  if (kernel_.bytes(problem.parameters(), problem.lengths(first), 1) > static_cast<double>(max_bytes))
    return std::nullopt;
  if (kernel_.solve(problem, {&first, 1}).overflows[0]) return std::nullopt;
  std::map<std::string, StoredTable> const tables = kernel_.tables();
  std::vector<PathStep> steps;
  for (recursion::TableElement const &element :
       recursion::path_in_tables(system_, inputs, [&](std::string const&function, std::size_t number) {
         return tables.at(function).element(number);
       }))
    steps.push_back({element.function, element.position});
  return steps;
}

} // namespace chemora::recursions
