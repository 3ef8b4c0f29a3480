/// Writes the sources of built-in kernels that edlc adds to a thorn for machines without a compiler.
#include "codegen/ahead/built_in_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::ahead {

namespace {

// Options for optimisation, and options that would change results, which are disabled regardless of the flags of the
// build.
constexpr char const* head =
    R"(// Kernels for machines without a compiler: for any box, by a default plan.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2", "no-fast-math", "fp-contract=off", "no-math-errno", "no-trapping-math")
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
)";

std::string function_name(std::size_t number, InstructionSet const& set) {
  return fmt::format("kernel_{}_{}", number, set.name);
}

/// Returns the text of emit_cpp() with another name for its function, in a separate namespace.
std::string renamed(std::string const& source, std::string const& name) {
  return fmt::format(
      "namespace of_{0} {{\n#define chemora_kernel {0}\n{1}#undef chemora_kernel\n}} // namespace of_{0}\n", name,
      source);
}

std::string compiled_for(InstructionSet const& set, std::string const& text) {
  if (set.condition.empty()) return text;
  return fmt::format(
      "\n#if {}\n#pragma GCC push_options\n#pragma GCC target(\"{}\")\n{}#pragma GCC pop_options\n#endif\n",
      set.condition, set.target, text);
}

std::string definitions(std::string const& prefix, std::size_t number, BuiltInKernel const& kernel) {
  std::string text;
  for (std::size_t n = 0; n < instruction_sets().size(); ++n) {
    InstructionSet const& set = instruction_sets()[n];
    text += compiled_for(set, renamed(kernel.sources[n], prefix + "_" + function_name(number, set)));
  }
  return text;
}

/// Returns a statement that adds the function for the best supported instruction set; later sets are better.
std::string addition(std::string const& prefix, std::size_t number, BuiltInKernel const& kernel) {
  std::string text;
  for (InstructionSet const& set : instruction_sets()) {
    std::string const name = prefix + "_" + function_name(number, set);
    std::string const choice = fmt::format(
        "{{\n    instructions = \"{0}\";\n    function = reinterpret_cast<void const*>(&of_{1}::{1});\n  }}\n",
        set.name, name);
    text += set.condition.empty() ? "  " + choice
                                  : fmt::format("#if {}\n  if ({}) {}#endif\n", set.condition, set.is_there, choice);
  }
  return text + fmt::format("  add(\"{}\", instructions, function);\n", kernel.identity);
}

/// Returns the kernels of all graphs without duplicates. Variants of a kernel may be equal in a region.
std::vector<BuiltInKernel> distinct_kernels(std::vector<ir::Graph> const& graphs, BuiltInLimits const& limits) {
  std::vector<BuiltInKernel> kernels;
  std::set<std::string> identities;
  for (ir::Graph const& graph : graphs)
    for (BuiltInPart& part : built_in_parts(graph, limits))
      for (BuiltInKernel& kernel : part.kernels)
        if (identities.insert(kernel.identity).second) kernels.push_back(std::move(kernel));
  return kernels;
}

} // namespace

std::vector<std::string> built_in_sources(std::string const& prefix, std::vector<ir::Graph> const& graphs,
                                          int n_sources, BuiltInLimits const& limits) {
  auto kernels = distinct_kernels(graphs, limits);
  std::stable_sort(kernels.begin(), kernels.end(), [](BuiltInKernel const& a, BuiltInKernel const& b) {
    return a.graph.values.size() > b.graph.values.size();
  });
  struct Source {
    std::string definitions, additions;
  };
  std::vector<Source> sources(static_cast<std::size_t>(n_sources));
  for (std::size_t n = 0; n < kernels.size(); ++n) { // add the largest kernel first, each kernel to the shortest source
    auto const smallest = std::min_element(sources.begin(), sources.end(), [](Source const& a, Source const& b) {
      return a.definitions.size() < b.definitions.size();
    });
    smallest->definitions += "\n" + definitions(prefix, n + 1, kernels[n]);
    smallest->additions += addition(prefix, n + 1, kernels[n]);
  }
  std::vector<std::string> texts;
  for (Source const& source : sources)
    texts.push_back(fmt::format("{}{}\nextern \"C\" void {}_{}(void (*add)(char const* identity, char const* "
                                "instructions, void const* function)) "
                                "{{\n  char const* instructions = nullptr;\n  void const* function = nullptr;\n{}  "
                                "(void)add, (void)instructions, "
                                "(void)function;\n}}\n",
                                head, source.definitions, prefix, texts.size() + 1, source.additions));
  return texts;
}

} // namespace chemora::ahead
